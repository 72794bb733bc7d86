"""Readings of Anti-Blok's board: what is claimed is right, and what cannot be seen is said to be unsure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.flat.drawn_cards import (
    FILES,
    OBLIQUE,
    STEEP,
    Scene,
    at_pixel,
    photograph,
    random_cards,
)
from vision.flat.card_board import NoCards
from vision.flat.cards import CardReading, look_again, read_cards
from words.language import LANGUAGES

BLOCKS = {"b2+": "R", "d4+": "G", "a1+": "Y", "c3+": "B"}
SCENE = Scene(random_cards(11), BLOCKS)


def wrong_claims(reading: CardReading, scene: Scene) -> list[str]:
    cards = [at for at, shown in scene.cards.items() if at not in reading.doubtful and reading.cards[at] != shown]
    blocks = set(reading.blocks) | set(scene.blocks)
    return cards + [at for at in blocks - reading.doubtful if reading.blocks.get(at) != scene.blocks.get(at)]


def exact(reading: CardReading, scene: Scene) -> bool:
    return reading.cards == scene.cards and reading.blocks == scene.blocks and not reading.unsure


@pytest.mark.parametrize("corners", [OBLIQUE, STEEP])
@pytest.mark.parametrize("seed", range(4))
def test_every_card_and_block_is_read(corners: tuple[tuple[float, float], ...], seed: int) -> None:
    scene = Scene(random_cards(seed), BLOCKS, corners)
    assert exact(read_cards(photograph(scene)), scene)


def test_blocks_are_seen_on_crossings_that_are_no_squares_too() -> None:
    """Random cards hardly ever make a square: all of these are illegal."""
    for seed, letter in enumerate("RBYG"):
        scene = Scene(random_cards(seed), {f"{c}{r}+": letter for c in "ac" for r in (1, 3)})
        assert read_cards(photograph(scene)).blocks == scene.blocks


def test_a_square_without_a_block_is_no_block() -> None:
    cards = dict(random_cards(5))
    for at, quarter in (("b2", 2), ("c2", 3), ("b3", 1), ("c3", 0)):
        rest = list("BYG")
        cards[at] = "".join("R" if q == quarter else rest.pop() for q in range(4))
    for rim in (True, False):
        scene = Scene(cards, rim=rim)
        reading = read_cards(photograph(scene))
        assert reading.blocks == {} and "b2+" not in reading.doubtful
        scene = replace(scene, blocks={"b2+": "R"})
        assert exact(read_cards(photograph(scene)), scene)


@pytest.mark.parametrize("light", [(1.0, 0.75, 0.5), (0.8, 0.95, 1.15), (0.25, 0.25, 0.25), (1.5, 1.5, 1.5)])
def test_light_does_not_matter(light: tuple[float, float, float]) -> None:
    scene = replace(SCENE, light=light)
    assert exact(read_cards(photograph(scene)), scene)


def test_noise_does_not_matter() -> None:
    assert exact(read_cards(photograph(SCENE, noise=0.02)), SCENE)


def test_blur_does_not_matter() -> None:
    assert exact(read_cards(cv2.GaussianBlur(photograph(SCENE), (0, 0), 1.5)), SCENE)


def test_compression_does_not_matter() -> None:
    packed = cv2.imencode(".jpg", photograph(SCENE), [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    assert exact(read_cards(cv2.imdecode(packed, cv2.IMREAD_COLOR)), SCENE)


def test_size_does_not_matter() -> None:
    image = photograph(SCENE)
    for size in ((1920, 1080), (640, 360)):
        assert read_cards(cv2.resize(image, size, interpolation=cv2.INTER_AREA)).cards == SCENE.cards


def turned_field(at: str) -> str:
    """Where a field lies after the picture was turned by a quarter, counter-clockwise: its file becomes its rank."""
    i, j = FILES.index(at[0]), int(at[1]) - 1
    last = 3 if at.endswith("+") else 4
    return f"{FILES[last - j]}{i + 1}{at[2:]}"


def test_turning_the_picture_turns_the_reading() -> None:
    image = photograph(replace(SCENE, corners=STEEP))
    reading = read_cards(image)
    for _ in range(4):
        image = np.ascontiguousarray(np.rot90(image))
        again = read_cards(image)
        assert again.cards == {turned_field(at): card[-1] + card[:-1] for at, card in reading.cards.items()}
        assert again.blocks == {turned_field(at): letter for at, letter in reading.blocks.items()}
        reading = again
    assert reading.cards == SCENE.cards


@pytest.mark.parametrize("askew_deg", [25.0, 38.0, 45.0, 58.0, 65.0])
def test_a_card_between_two_orientations_is_unsure(askew_deg: float) -> None:
    scene = replace(SCENE, blocks={}, askew_deg={"b2": askew_deg, "d4": -askew_deg})
    reading = read_cards(photograph(scene))
    assert {"b2", "d4"} <= reading.doubtful
    assert not wrong_claims(reading, scene)


def test_a_card_slightly_askew_is_read() -> None:
    slightly = replace(SCENE, blocks={}, askew_deg={"b2": 10.0, "d4": -12.0})
    assert exact(read_cards(photograph(slightly)), slightly)


def turned_board(degrees: float) -> tuple[tuple[float, float], ...]:
    """The corners of a board turned counter-clockwise, seen from 55 degrees above."""
    angle = np.radians(degrees)
    flat = (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) - 0.5) @ np.array(
        [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    )
    depth = 2.2 + 0.57 * flat[:, 1]
    return tuple((480 + 800 * x / d, 270 - 655 * y / d) for (x, y), d in zip(flat, depth, strict=True))


@pytest.mark.parametrize("degrees", [-36.0, -20.0, 0.0, 36.0])
def test_a_turned_board_is_named_from_its_near_left_corner(degrees: float) -> None:
    scene = Scene(random_cards(3), corners=turned_board(degrees))
    assert exact(read_cards(photograph(scene)), scene)


@pytest.mark.parametrize("degrees", [-44.0, 44.0, 46.0])
def test_of_a_board_with_two_near_left_corners_nothing_is_vouched_for(degrees: float) -> None:
    scene = Scene(random_cards(3), corners=turned_board(degrees))
    reading = read_cards(photograph(scene))
    assert {doubt.why.key for doubt in reading.unsure} == {"carddoubt.turned"}
    assert len(reading.unsure) == 25 + 16


def test_looking_again_keeps_a1_where_it_was_though_the_board_is_turned_further() -> None:
    scene = Scene(random_cards(3), corners=turned_board(38.0))
    further = replace(scene, corners=turned_board(50.0))
    assert exact(look_again(photograph(further), read_cards(photograph(scene))), further)


def with_hand(scene: Scene, at: str, colour: tuple[int, int, int] = (120, 150, 200), wide: int = 45) -> np.ndarray:
    """A finger and a forearm from the right, over a field."""
    image = photograph(scene)
    x, y = at_pixel(scene, FILES.index(at[0]) + 0.5, int(at[1]) - 0.5)
    cv2.line(image, (x, y), (image.shape[1], y - 60), colour, wide, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), 0.7)


@pytest.mark.parametrize("at", ["b3", "c2", "d4"])
@pytest.mark.parametrize("colour", [(120, 150, 200), (60, 160, 60), (40, 40, 180), (40, 180, 220), (200, 200, 200)])
def test_what_a_hand_or_a_sleeve_covers_is_never_claimed_wrongly(at: str, colour: tuple[int, int, int]) -> None:
    reading = read_cards(with_hand(SCENE, at, colour))
    assert not wrong_claims(reading, SCENE)
    assert at in reading.doubtful or reading.cards[at] == SCENE.cards[at]
    assert 0 < len(reading.unsure) < 25


@pytest.mark.parametrize("at", ["c3", "b2"])
@pytest.mark.parametrize("colour", [(60, 160, 60), (40, 40, 180)])
def test_under_a_wide_sleeve_of_a_paint_s_colour_the_rest_is_read(at: str, colour: tuple[int, int, int]) -> None:
    reading = read_cards(with_hand(SCENE, at, colour, wide=130))
    assert not wrong_claims(reading, SCENE)
    assert len([field for field in SCENE.cards if field not in reading.doubtful]) >= 13


def test_a_sleeve_s_noise_is_no_card() -> None:
    """All four quarters nearly alike, but faintly different as those of another card are."""
    scene = replace(SCENE, blocks={})
    image = photograph(scene)
    for (x, y), tint in zip(
        ((2.0, 2.0), (2.5, 2.0), (2.5, 2.5), (2.0, 2.5)),
        ((-8, 2, 4), (-3, 4, -6), (8, 1, -6), (-3, -4, 8)),
        strict=True,
    ):
        corners = [at_pixel(scene, x + dx, y + dy) for dx, dy in ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5))]
        cv2.fillPoly(image, [np.array(corners)], tuple(np.add((120, 150, 200), tint).tolist()))
    assert "c3" in read_cards(image).doubtful


def test_a_covered_crossing_is_unsure() -> None:
    reading = read_cards(with_hand(replace(SCENE, blocks={"c2+": "R"}), "d3", wide=110))
    assert "c2+" in reading.doubtful or reading.blocks.get("c2+") == "R"
    assert {"d2+", "d3+"} <= reading.doubtful


def test_glare_is_called_glare() -> None:
    image = photograph(SCENE)
    x, y = at_pixel(SCENE, 2.5, 3.5)
    cv2.ellipse(image, (x, y), (60, 40), 0, 0, 360, (255, 255, 255), -1)
    reading = read_cards(image)
    assert not wrong_claims(reading, SCENE)
    assert {"c4": "doubt.glare"}.items() <= {doubt.at: doubt.why.key for doubt in reading.unsure}.items()


def test_one_hidden_quarter_follows_from_the_others() -> None:
    image = photograph(replace(SCENE, blocks={}))
    cv2.circle(image, at_pixel(SCENE, 2.27, 2.27), 16, (120, 150, 200), -1)
    reading = read_cards(image)
    assert "c3" not in reading.doubtful
    assert reading.cards["c3"] == SCENE.cards["c3"]


@pytest.mark.parametrize(("piece", "told"), [(0.26, True), (0.0, False)])
def test_two_quarters_and_a_piece_of_a_third_tell_a_card(piece: float, told: bool) -> None:
    """Of c3's far half, a strip at its left is seen: less than what tells a quarter by itself."""
    scene = replace(SCENE, blocks={})
    image = photograph(scene)
    cover = [at_pixel(scene, *at) for at in ((2.0 + piece, 2.52), (3.0, 2.52), (3.0, 3.0), (2.0 + piece, 3.0))]
    cv2.fillPoly(image, [np.array(cover)], (120, 150, 200))
    reading = read_cards(image)
    assert ("c3" not in reading.doubtful) == told
    assert reading.cards["c3"] == scene.cards["c3"] or not told
    assert not wrong_claims(reading, scene)


def test_a_block_that_light_bleaches_is_not_overlooked() -> None:
    """Half its colour, half white: neither a block's paint nor a gap."""
    scene = replace(SCENE, blocks={}, ground=(0.75, 0.75, 0.72))
    image = photograph(scene)
    cv2.circle(image, at_pixel(scene, 3.0, 3.0), 15, (150, 215, 235), -1, cv2.LINE_AA)
    reading = read_cards(image)
    assert "c3+" in reading.doubtful


def test_given_corners_are_used_as_they_are_named() -> None:
    image = photograph(SCENE)
    given = tuple((u + 3.0, v - 2.0) for u, v in OBLIQUE)
    assert exact(read_cards(image, given), SCENE)
    quarter = read_cards(image, given[1:] + given[:1])
    assert quarter.cards["a1"] == SCENE.cards["e1"][1:] + SCENE.cards["e1"][:1]


def test_given_corners_where_no_board_is_are_refused() -> None:
    corner = ((0.0, 100.0), (100.0, 100.0), (100.0, 0.0), (0.0, 0.0))
    for corners in corner, ((-900.0, -800.0),) * 4, OBLIQUE[::-1], (OBLIQUE[0], OBLIQUE[2], OBLIQUE[1], OBLIQUE[3]):
        with pytest.raises(NoCards):
            read_cards(photograph(SCENE), corners)


def test_looking_again_sees_what_changed_and_keeps_the_names() -> None:
    before = read_cards(photograph(SCENE))
    cards = {**SCENE.cards, "c2": SCENE.cards["c2"][-1] + SCENE.cards["c2"][:-1]}
    after = Scene(cards, {"b2+": "R"}, tuple((u + 4.0, v + 3.0) for u, v in OBLIQUE))
    assert exact(look_again(photograph(after), before), after)


def test_looking_again_finds_a_board_that_was_pushed() -> None:
    before = read_cards(photograph(SCENE))
    pushed = replace(SCENE, corners=tuple((u + 70.0, v + 25.0) for u, v in OBLIQUE))
    assert exact(look_again(photograph(pushed), before), pushed)


def test_looking_again_keeps_a1_where_somebody_said_it_is() -> None:
    image = photograph(SCENE)
    named = read_cards(image, OBLIQUE[2:] + OBLIQUE[:2])
    assert look_again(image, named).cards == named.cards != read_cards(image).cards


def test_looking_again_where_the_board_is_gone_is_refused() -> None:
    before = read_cards(photograph(SCENE))
    with pytest.raises(NoCards):
        look_again(photograph(Scene({})), before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_is_written_as_agreed(language: str) -> None:
    reading = read_cards(with_hand(SCENE, "c3"))
    written = reading.to_json("x.jpg", language)
    assert list(written) == ["image", "game", "corners", "cards", "blocks", "die", "unsure", "ms"]
    assert (written["image"], written["game"], written["die"]) == ("x.jpg", "antiblok", None)
    assert len(written["cards"]) == 25 and all(set(card) <= set("RBYG?") for card in written["cards"].values())
    assert np.abs(np.array(written["corners"]) - OBLIQUE).max() < 10
    assert {doubt["at"] for doubt in written["unsure"]} == reading.doubtful
    assert all(" " in doubt["why"] for doubt in written["unsure"])
