"""A doubt about a stick alone: drawn between its fields in every view, named in the list, settled by a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from live.events import Event, Kind, event
from live.play import Play
from referee.tactori.text import parse_text
from tests.web.browser.looking import PHONE, PROJECTOR, Watched, set_up, window
from tests.web.browser.staged import SAMPLES
from tests.web.served import Served
from vision.tactori.reading import Doubt
from web.photographs.batches import Batches
from web.photographs.calls import BATCHES
from web.photographs.rows import Answer
from words.message import message

BARE, LYING = "e3-g3", "c3-e3"
"""Between these fields of the picture no stick lies, and one does."""
COVERED = message("doubt.covered")


@pytest.fixture
def watched(browser: Browser, served: Served) -> Iterator[Watched]:
    with window(browser, served, has_touch=False) as made:
        yield made


def photographs(watched: Watched, served: Served, *doubts: str) -> Page:
    """The page of one photograph, as if something had covered these places in it."""
    page = watched.open("/photographs")
    page.select_option("select[name=game]", "taktori")
    page.locator("#how input[name=measure]").uncheck()
    page.set_input_files("#files", [SAMPLES / "closed_rectangle.jpg"])
    expect(page.locator("#progress-left")).to_have_text("All read")
    batches: Batches = served.app.extensions[BATCHES]
    batch = batches.find((page.locator("#json").get_attribute("href") or "").split("/")[3])
    row = batch.row(1)
    assert row.answer is not None
    reading = replace(row.answer.reading, unsure=tuple(Doubt(at, COVERED) for at in doubts))
    row.answer = Answer(row.answer.seen, reading, reading.position, (), batch.rules)
    page.reload()
    page.get_by_role("button", name="closed_rectangle.jpg").click()
    expect(page.locator("#doubts .notice.warn")).to_have_count(len(doubts))
    return page


def played_at(watched: Watched, served: Served, *doubts: str) -> Page:
    """A table that was shown a photograph, and then could not see these places any more."""
    set_up(served, "T")
    picture = (SAMPLES / "closed_rectangle.jpg").read_bytes()
    status, _, body = served.ask("POST", "/api/tables/T/photographs", picture, Content_Type="image/jpeg")
    assert status < 300, body
    served.wait_for("T", lambda said: said["view"] and said["shown"]["towers"], "the picture to be read")

    def tell(_: object) -> list[Event]:
        unsure = [{"at": at, "why": COVERED} for at in doubts]
        return [event(Kind.UNSURE, why=COVERED, unsure=unsure, position=None, picture="x.jpg")]

    served.hall.table("T").call(tell)
    page = watched.open("/tables/T")
    expect(page.locator("[data-notice=doubts] li")).to_have_count(len(doubts))
    return page


def played_with_doubts(served: Served, name: str = "T") -> None:
    """Red has set e3: it may have bridged it to c3, which was read, and to e5, whose colour nobody saw."""
    set_up(served, name)
    shown = parse_text("9 c3:R e3:? e5:? g7:B R:c3-e3@1")

    def tell(play: Play) -> list[Event]:
        play.correct(parse_text("9 c3:R e5:? g7:B"))
        play.wait("unclear", [shown], ["c3-e3", "e3-e5"])
        unsure = [{"at": "c3-e3", "why": message("doubt.own_colour")}, {"at": "e3-e5", "why": message("doubt.along")}]
        return [event(Kind.UNSURE, why=COVERED, unsure=unsure, position=shown, picture="x.jpg")]

    served.hall.table(name).call(tell)


def marks(page: Page, at: str) -> Locator:
    return page.locator(f"#aerial [data-doubt={at}], #picture [data-doubt={at}]")


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(page: Page, a: str, b: str) -> tuple[float, float]:
    (ax, ay), (bx, by) = (middle(page.locator(f"#aerial [data-field={at}] .cell-area")) for at in (a, b))
    return (ax + bx) / 2, (ay + by) / 2


def test_it_is_drawn_between_its_fields_and_lights_them_both(watched: Watched, served: Served) -> None:
    page = photographs(watched, served, BARE, LYING, "h7")
    for at in (BARE, LYING):
        expect(marks(page, at)).to_have_count(2)
        for mark in marks(page, at).all():
            expect(mark.locator(".doubt-line")).to_have_count(1)
            expect(mark.locator(".doubt-badge")).to_have_text("?")
    expect(page.locator("#picture .stick.unsure")).to_have_count(1)
    badge = page.locator(f"#aerial [data-doubt={BARE}] .doubt-badge")
    badge.scroll_into_view_if_needed()
    assert middle(badge) == pytest.approx(between(page, "e3", "g3"), abs=2)

    # Pointed at, its fields are lit, the stick between them if there is one, and nothing else.
    line = page.locator("#doubts .notice.warn").filter(has_text="c3–e3")
    expect(line).to_contain_text("covered by something that is no piece")
    line.hover()
    expect(page.locator("#aerial .light-ring")).to_have_count(2)
    lit = page.locator("#aerial .lit[data-field-stack]")
    assert {each.get_attribute("data-field-stack") for each in lit.all()} == {"c3", "e3"}
    lit = page.locator("#picture .lit[data-place]")
    assert {each.get_attribute("data-place") for each in lit.all()} == {"c3", "e3"}
    lit = page.locator("#aerial .lit[data-stick]")
    assert [each.get_attribute("data-stick") for each in lit.all()] == ["R:c3-e3@1"]
    for at, is_lit in ((LYING, True), (BARE, False), ("h7", False)):
        for mark in marks(page, at).all():
            expect(mark).to_have_class(re.compile(r"\blit\b") if is_lit else re.compile(r"^doubt$"))

    # Who hears the page hears it at both fields.
    words = re.compile("whether a stick lies between e3 and g3 is unsure: covered by something")
    for at in ("e3", "g3"):
        expect(page.locator(f"#aerial [data-field={at}]")).to_have_attribute("aria-label", words)


def test_a_person_says_whether_a_stick_lies_there(watched: Watched, served: Served) -> None:
    page = photographs(watched, served, BARE, LYING)
    editor, state = page.locator("dialog.board-editor"), page.locator("#detail-state")
    expect(state).to_contain_text("Unsure")
    page.get_by_role("button", name="Correct e3–g3").click()
    expect(editor.get_by_role("heading", level=2)).to_have_text("What lies between e3 and g3?")
    editor.get_by_role("button", name="No stick lies here").click()
    expect(marks(page, BARE)).to_have_count(0)
    expect(page.locator("#by-hand")).to_contain_text("e3–g3")
    expect(page.locator("#aerial [data-stick]")).to_have_count(5)

    page.get_by_role("button", name="Correct c3–e3").click()
    editor.get_by_role("button", name="That is right").click()
    expect(state).to_contain_text("Clear")
    expect(page.locator("#doubts")).to_have_text("Nothing is unsure.")
    expect(page.locator("#aerial [data-stick]")).to_have_count(5)

    # Back to what was read, and now one lies there after all.
    page.get_by_role("button", name="Back to what was read").click()
    page.get_by_role("button", name="Correct e3–g3").click()
    editor.locator("[data-colour=B]").click()
    editor.locator("[data-lay]").click()
    expect(marks(page, BARE)).to_have_count(0)
    expect(page.locator("#aerial [data-stick]")).to_have_count(6)

    # Where nothing is in doubt, there is nothing to confirm.
    page.get_by_role("button", name="Back to what was read").click()
    page.get_by_role("button", name="All is right as shown").click()
    expect(state).to_contain_text("Clear")
    expect(page.locator("#aerial [data-stick]")).to_have_count(5)
    page.locator("#aerial [data-field=c3]").focus()
    for key in ("s", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(editor).to_be_visible()
    expect(editor.locator("[data-right]")).to_have_count(0)
    page.keyboard.press("Escape")


def test_at_a_table_it_says_what_to_take_away(watched: Watched, served: Served, tmp_path: Path) -> None:
    page = played_at(watched, served, LYING, BARE)
    assert {doubt["at"]: doubt["move"] for doubt in served.table()["doubts"]} == dict.fromkeys(
        (LYING, BARE), "Take the hand away, or whatever else is there and not part of the game."
    )
    line = page.locator("[data-notice=doubts] li").filter(has_text="e3–g3")
    expect(line).to_contain_text("Take the hand away")
    for at in (LYING, BARE):
        expect(marks(page, at)).to_have_count(2)
    line.locator(".point").hover()
    expect(page.locator("#aerial .light-ring")).to_have_count(2)
    for mark in marks(page, BARE).all():
        expect(mark).to_have_class(re.compile(r"\blit\b"))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")

    # On the page of all tables, too; and children see that the camera is not sure.
    tables = watched.open("/")
    expect(tables.locator(f"[data-doubt={BARE}]")).to_have_count(1)
    children = watched.open("/tables/T/children")
    expect(children.locator("#state")).to_have_attribute("data-state", re.compile("look|unsure"))


def test_one_click_settles_it_at_a_table(watched: Watched, served: Served) -> None:
    played_with_doubts(served)
    page = watched.open("/tables/T")
    doubts, lying, bare = (page.locator(f"[data-{each}]") for each in ("notice=doubts", "settle=c3-e3", "settle=e3-e5"))
    expect(doubts).to_contain_text("Look at the board and say here, with one click")
    for words in ("Does a stick lie between e3 and e5?", "seen along its length"):
        expect(doubts).to_contain_text(words)

    # What was read is one choice; where nobody saw a colour, it is chosen with the same click.
    assert lying.get_by_role("button").all_inner_texts() == ["There is a stick", "There is none", "Correct c3–e3"]
    assert [text.strip() for text in bare.get_by_role("button").all_inner_texts()] == [
        "There is a stick: red", "There is a stick: blue", "There is none", "Correct e3–e5",
    ]  # fmt: skip
    lying.hover()
    expect(page.locator("#aerial .light-ring")).to_have_count(2)

    lying.get_by_role("button", name="There is none").click()
    expect(page.locator("[data-settle]")).to_have_count(1)
    expect(page.locator("#aerial [data-stick]")).to_have_count(0)
    expect(bare.get_by_role("button").first).to_be_focused()
    bare.get_by_role("button", name="There is a stick: red").click()
    expect(doubts).to_have_count(0)
    expect(page.locator("#aerial [data-stick='R:e3-e5@1']")).to_have_count(1)
    for way in ("c3-e3", "e3-e5"):
        expect(page.locator(f"#corrections [data-corrected={way}]")).to_be_attached()
    said = served.table()
    assert [turn["by"] for turn in said["turns"]] == ["hand"] and said["game"]["waiting"] is None

    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#aerial [data-stick]")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#aerial [data-stick]")).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, {"width": 1366, "height": 768}, PROJECTOR])
def test_there_is_room_for_it(browser: Browser, served: Served, size: dict[str, int]) -> None:
    played_with_doubts(served)
    for language in ("de", "en", "fr", "it"):
        with window(browser, served, viewport=size) as watched:
            page = watched.open(f"/tables/T?lang={language}")
            expect(page.locator("[data-settle]")).to_have_count(2)
            assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
            for button in page.locator("[data-settle] button").all():
                box = button.bounding_box()
                assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= size["width"]


def test_one_click_settles_it_in_a_photograph(watched: Watched, served: Served) -> None:
    page = photographs(watched, served, BARE, LYING)
    state = page.locator("#detail-state")
    page.locator(f"[data-settle={BARE}]").get_by_role("button", name="There is none").click()
    expect(marks(page, BARE)).to_have_count(0)
    page.locator(f"[data-settle={LYING}]").get_by_role("button", name="There is none").click()
    expect(page.locator("#aerial [data-stick]")).to_have_count(4)
    expect(page.locator("#doubts")).to_have_text("Nothing is unsure.")
    expect(page.locator("#by-hand")).to_contain_text("c3–e3")
    page.get_by_role("button", name="Back to what was read").click()
    expect(state).to_contain_text("Unsure")
    page.locator(f"[data-settle={LYING}]").get_by_role("button", name="There is a stick").click()
    expect(page.locator("#aerial [data-stick]")).to_have_count(5)
