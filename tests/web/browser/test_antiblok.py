"""Anti-Blok on the page: set up, the die, corrections, a turn under way, looking back, the page for children."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.dealt import DEALT, SQUARE, TURNED, WON, deal, play, turned_left, wait
from tests.web.browser.looking import LAPTOP, PHONE, PROJECTOR, Watched, look, resize, set_up, settle, window
from tests.web.browser.test_children import WORDS
from tests.web.served import Served, serving, table

OTHER = next(at for at in DEALT.cards if at[0] != TURNED[0] and at[1] != TURNED[1])
"""A card that has nothing to do with red's square."""
SMALL_LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as made:
        yield made


@pytest.fixture(scope="module")
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served) as watched:
        yield watched


@pytest.fixture
def page(watched: Watched, served: Served) -> Iterator[Page]:
    """A table of its own for each test, with red's first turn played."""
    name = f"T{len(served.hall.tables())}"
    deal(served, name, names={"R": "Ada", "B": "Grace"})
    play(served, name, WON, ["L1"])
    page = watched.open(f"/tables/{name}")
    expect(page.locator(".turns .turn")).to_have_count(1)
    yield page
    page.close()


def name_of(page: Page) -> str:
    return page.url.split("/")[4]


def place(page: Page, at: str) -> str:
    """What is drawn at a place: the paints of its quarters, or of the block."""
    return ",".join(page.locator(f'#aerial .shape.piece[data-place="{at}"]').evaluate_all(
        "all => all.map((e) => /fill-([RBYG])\\b/.exec(e.getAttribute('class'))?.[1]).filter(Boolean)"
    )).replace(",", "")  # fmt: skip


def cell(page: Page, at: str) -> str:
    return f'#aerial .cell[data-place="{at}"]'


def test_a_table_is_set_up(watched: Watched, served: Served) -> None:
    page = watched.open("/tables/new?source=photographs")
    page.locator("#setup.ready").wait_for()
    expect(page.locator("#games-antiblok")).to_be_hidden()
    page.get_by_role("tab", name="Anti-Blok").click()
    expect(page.locator("#games-tactori")).to_be_hidden()
    assert page.locator("#games-antiblok .game-picture .shape").count() > 200
    page.locator(".game-card").filter(has=page.locator("input[value=antiblok]")).click()
    page.reload()
    page.locator("#setup.ready").wait_for()
    expect(page.get_by_role("tab", name="Anti-Blok")).to_have_attribute("aria-selected", "true")
    for _ in range(3):
        page.locator("#next").click()
    expect(page.locator("#summary")).to_contain_text("Anti-Blok")
    page.locator("#name").fill("Cards")
    page.locator("#start").click()
    page.wait_for_url("**/tables/Cards")
    expect(page.locator("#die .face")).to_have_count(7)
    expect(page.locator("#aerial .cell")).to_have_count(41)
    expect(page.locator("#tab-solid")).to_be_hidden()
    assert served.table("Cards")["game"]["family"] == "antiblok"
    page.close()


def test_cards_squares_blocks_and_what_is_left_are_shown(page: Page) -> None:
    assert place(page, TURNED) == WON[TURNED] and place(page, SQUARE) == "R"
    expect(page.locator("#aerial .mark.square")).to_have_count(1)
    expect(page.locator("#aerial .mark.locked")).to_have_count(4)
    expect(page.locator("#turn")).to_contain_text("Grace to play")
    expect(page.locator("[data-score=R] b")).to_have_text("1")
    expect(page.locator("[data-score=R] .stock i")).to_have_count(2)
    expect(page.locator("[data-score=B] .stock")).to_contain_text("3 blocks left")
    row = page.locator("#polygons .polygon-row")
    page.locator("#tab-polygons").click()
    expect(row).to_have_count(1)
    row.hover()
    expect(page.locator("#aerial .light-ring")).to_have_count(5)


def test_the_die_is_told_and_taken_back(page: Page, served: Served) -> None:
    die, name = page.locator("#die"), name_of(page)
    expect(die).to_contain_text("What was thrown?")
    die.get_by_role("button", name="Anti-Blok").click()
    expect(die.get_by_role("button", name="Anti-Blok")).to_have_attribute("aria-pressed", "true")
    expect(die.get_by_role("button", name="Anti-Blok")).to_be_focused()
    die.get_by_role("button", name="swap two cards").click()
    expect(die).to_contain_text("Thrown: Anti-Blok, swap two cards")
    assert served.table(name)["game"]["die"]["thrown"] == ["X", "S"]
    die.get_by_role("button", name="turn right twice").click()
    expect(die).to_contain_text("Thrown: turn right twice")
    die.get_by_role("button", name="Take the throw back").click()
    expect(die).to_contain_text("What was thrown?")
    assert served.table(name)["game"]["die"]["thrown"] is None


def test_a_card_and_a_crossing_are_put_right_as_one_correction(page: Page, served: Served) -> None:
    name, other, free = name_of(page), DEALT.cards[OTHER], "a1+" if SQUARE != "a1+" else "d4+"
    page.locator(cell(page, OTHER)).click()
    assert place(page, OTHER) == turned_left(other)
    page.locator(cell(page, OTHER)).press("Enter")
    page.locator(cell(page, free)).click()
    assert place(page, OTHER) == turned_left(turned_left(other)) and place(page, free) == "R"
    expect(page.locator(".board-said")).to_contain_text(f"crossing {free}: block (red)")
    assert served.table(name)["by_hand"] == []  # nothing is said before it is kept
    page.locator("#correction-discard").click()
    assert place(page, OTHER) == other and place(page, free) == ""
    for _ in range(3):
        page.locator(cell(page, OTHER)).click()
    for _ in range(2):
        page.locator(cell(page, free)).click()
    page.locator("#correction-keep").click()
    expect(page.locator("#correction-keep")).to_have_count(0)
    expect(page.locator("#aerial .mark-badge.hand")).to_have_count(2)
    said = served.table(name)
    assert set(said["by_hand"]) == {OTHER, free}
    assert said["shown"]["blocks"][free] == "B"
    assert said["shown"]["cards"][OTHER] == turned_left(turned_left(turned_left(other)))
    expect(page.locator(cell(page, OTHER))).to_have_attribute("aria-label", re.compile("corrected by hand"))


def test_what_was_not_seen_of_a_card_is_chosen(watched: Watched, served: Served) -> None:
    """Before the first calm look nothing is known of any card."""
    set_up(served, "unseen", "antiblok")
    page = watched.open("/tables/unseen")
    expect(page.locator("#aerial .fill-unknown")).to_have_count(100)
    page.locator(cell(page, OTHER)).click()
    guesses = page.locator("dialog .editor-guess")
    expect(guesses).to_have_count(24)
    page.keyboard.press("Escape")
    expect(page.locator("#correction-keep")).to_have_count(0)
    page.locator(cell(page, OTHER)).click()
    page.locator(f"dialog [data-card={DEALT.cards[OTHER]}]").click()
    expect(page.locator("#aerial .fill-unknown")).to_have_count(96)
    assert place(page, OTHER) == DEALT.cards[OTHER]
    page.locator("#correction-keep").click()
    expect(page.locator("#correction-keep")).to_have_count(0)
    assert served.table("unseen")["shown"]["cards"][OTHER] == DEALT.cards[OTHER]
    page.close()


def test_the_board_is_walked_with_keys_and_turned_round(page: Page) -> None:
    page.locator(cell(page, "a1")).focus()
    focused = page.locator("#aerial .cell:focus")
    for key, at in (("ArrowRight", "b1"), ("ArrowUp", "b2"), ("ArrowUp", "b3"), ("ArrowLeft", "a3")):
        page.keyboard.press(key)
        expect(focused).to_have_attribute("data-place", at)
    assert page.locator('#aerial .cell[tabindex="0"]').count() == 1
    left = page.locator(cell(page, "a1")).bounding_box()
    page.keyboard.press("r")
    settle(page)
    assert page.locator(cell(page, "a5")).bounding_box() != left
    assert (page.locator(cell(page, "e1")).bounding_box() or {}).get("x") == (left or {}).get("x")
    page.keyboard.press("ArrowUp")  # as it is seen now, not as it is named
    expect(focused).not_to_have_attribute("data-place", "a4")


def test_a_turn_under_way_says_what_is_to_do_and_goes_on(page: Page, served: Served) -> None:
    name = name_of(page)
    served.post(f"/api/tables/{name}/undo")
    expect(page.locator(".turns .turn")).to_have_count(0)
    play(served, name, {TURNED: WON[TURNED]}, ["L1"])  # red lays no block
    play(served, name, {OTHER: turned_left(DEALT.cards[OTHER])}, ["L1"])
    wait(served, name, "incomplete", {SQUARE: "R"})  # and claims the square before throwing
    notice = page.locator("[data-notice=incomplete]")
    expect(notice).to_contain_text("The turn is not over yet")
    expect(notice.locator("li")).to_have_count(1)
    expect(page.locator("#said p").last).to_have_text(notice.locator("li").inner_text())
    assert place(page, SQUARE) == "R"
    play(served, name, {SQUARE: "R", OTHER: DEALT.cards[OTHER]}, ["R1"])
    expect(notice).to_have_count(0)
    expect(page.locator(".turns .turn")).to_have_count(3)


def test_what_is_not_allowed_is_marked_where_it_is(page: Page, served: Served) -> None:
    name = name_of(page)
    wait(served, name, "illegal", {TURNED: DEALT.cards[TURNED]})
    notice = page.locator("[data-notice=waiting]")
    expect(notice).to_contain_text(f"locked by a block was turned or moved: {TURNED}")
    expect(page.locator("#aerial .violation").first).to_be_visible()
    notice.locator(".point").first.hover()
    expect(page.locator(f'#aerial .shape.lit[data-place="{TURNED}"]').first).to_be_attached()
    notice.get_by_text("Which rule?").first.click()
    expect(notice.locator(".which-rule p").first).to_contain_text("locked")
    children = page.context.new_page()
    children.goto(f"{page.url}/children")
    expect(children.locator(".child-sign .ring")).to_have_count(1)
    expect(children.locator("#state")).to_have_attribute("data-state", "look")
    children.close()
    page.locator("[data-call=reject]").click()
    expect(page.locator("#aerial .violation")).to_have_count(0)


def test_a_game_is_looked_back_at_and_taken_along(page: Page, watched: Watched, served: Served) -> None:
    name = name_of(page)
    play(served, name, {OTHER: turned_left(DEALT.cards[OTHER])}, ["L1"])
    expect(page.locator(".turns .turn")).to_have_count(2)
    page.keyboard.press("Home")
    expect(page.locator("#back")).to_contain_text("Beginning")
    expect(page.locator("#die")).to_be_hidden()
    assert place(page, TURNED) == DEALT.cards[TURNED] and place(page, SQUARE) == ""
    page.locator(cell(page, OTHER)).click()  # nothing is corrected in the past
    expect(page.locator("#correction-keep")).to_have_count(0)
    page.locator(".history-slider").fill("1")
    expect(page.locator("#back")).to_contain_text("Turn 1 of 2")
    assert place(page, TURNED) == WON[TURNED]
    page.locator("#back-now").click()
    expect(page.locator("#die")).to_be_visible()
    number = served.table(name)["game"]["number"]
    kept = watched.open(f"/games/{number}")
    expect(kept.locator("#title")).to_have_text("Anti-Blok")
    expect(kept.locator("#scores b").first).to_have_text("1")
    expect(kept.locator(".replay-solid")).to_be_hidden()
    assert place(kept, OTHER) == turned_left(DEALT.cards[OTHER])
    kept.keyboard.press("Home")
    expect(kept.locator("#scores b").first).to_have_text("0")
    assert place(kept, OTHER) == DEALT.cards[OTHER]
    for file in ("sheet.pdf", "sheet.png", "record.txt", "game.json", "turns/1/picture.png"):
        assert served.ask("GET", f"/api/games/{number}/{file}")[0] == 200, file
    kept.close()


def test_children_see_squares_and_blocks_and_whose_turn_it_is_without_words(page: Page) -> None:
    page.goto(f"{page.url}/children")
    expect(page.locator("#turn")).to_have_attribute("data-colour", "B")
    expect(page.locator("#scores li").first.locator(".bit-left")).to_have_count(2)
    expect(page.locator("#scores li").first.locator(".star")).to_have_count(1)
    expect(page.locator(".child-solid .mark.square")).to_have_count(1)
    words = page.evaluate(WORDS)
    assert all(re.fullmatch(r"[a-e1-5]|\d", word) for word in words), words
    for size in (PHONE, SMALL_LAPTOP, PROJECTOR):
        resize(page, size["width"], size["height"])
        board = page.locator(".child-solid svg").bounding_box()
        assert board and board["y"] >= 0 and board["y"] + board["height"] <= size["height"] + 1
        assert look(page, "tooWide") == []
    page.set_viewport_size(LAPTOP)


def test_its_table_is_on_the_overview_with_its_board(page: Page) -> None:
    name = name_of(page)
    page.goto("/".join(page.url.split("/")[:3]))
    card = page.locator(".table-card").filter(has_text=name)
    expect(card).to_contain_text("Anti-Blok")
    expect(card.locator('.card-board .shape[data-place="a1"]').first).to_be_visible()
    assert card.locator(".card-board svg").get_attribute("aria-label")


def test_a_demo_is_watched_with_what_was_read_drawn_over_its_picture(watched: Watched, served: Served) -> None:
    served.post("/api/tables", table("demo", game="antiblok"))
    page = watched.open("/tables/demo")
    page.locator("#tab-picture").click()
    expect(page.locator(".turns .turn").first).to_be_visible()
    expect(page.locator("#frame")).to_be_visible()
    expect(page.locator("#picture .board-overlay .field-lines")).to_have_count(1)
    page.locator("#drawn").uncheck()
    expect(page.locator("#picture .board-overlay .field-lines")).to_have_count(0)
    page.locator("#pause").click()
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    assert "?" not in "".join(served.table("demo")["shown"]["cards"].values())
    page.close()
