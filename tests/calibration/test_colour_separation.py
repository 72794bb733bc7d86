"""Which paints can be told apart, which look alike, and what is said about it."""

import math
from dataclasses import replace

import pytest

from calibration.colour_separation import WOOD, SeparationSettings, findings, nearest, plausible, separations
from calibration.colours import GENERIC, ColourReferences, Paint, Wood
from words.language import LANGUAGES, say

GOOD = ColourReferences(
    {c: replace(p, spread=0.12, along=0.2, level_spread=0.3, measured=True) for c, p in GENERIC.items()},
    Wood(0.6, 0.41, 0.24, 0.03, 20000),
)
SETTINGS = SeparationSettings()


def turned(colour: str, to: Paint, share: float) -> ColourReferences:
    """One paint a share of the way to another."""
    one = GOOD.paints[colour]
    mixed = replace(one, u=one.u + share * (to.u - one.u), v=one.v + share * (to.v - one.v), level=to.level)
    return replace(GOOD, paints={**GOOD.paints, colour: mixed})


def test_every_two_paints_and_each_with_the_wood() -> None:
    pairs = separations(GOOD)
    assert len(pairs) == 10
    assert sorted(pair.distance for pair in pairs) == [pair.distance for pair in pairs]
    assert pairs[0].distance > SETTINGS.alike
    assert findings(GOOD) == ()
    assert plausible(GOOD)


def test_only_measured_paints_are_compared() -> None:
    two = ColourReferences({**GENERIC, "R": GOOD.paints["R"], "G": GOOD.paints["G"]})
    assert {pair.names for pair in separations(two)} == {("R", "G"), ("R", WOOD), ("G", WOOD)}
    assert separations(ColourReferences.generic()) == ()


def test_distances_are_standard_deviations() -> None:
    one, other = Paint(1.0, 0.0, 0.1, 0.1, -1.0, 0.2), Paint(1.5, 0.0, 0.1, 0.1, -1.0, 0.2)
    pair = nearest(separations(ColourReferences({**GENERIC, "R": one, "B": other})), "B")
    assert pair is not None
    assert pair.other_than("B") == "R"
    assert pair.distance == pytest.approx(5.0)
    assert nearest(separations(ColourReferences.generic()), "B") is None


def test_what_bleaches_a_paint_brings_it_nearer_to_the_wood_and_what_turns_it_does_not() -> None:
    pale = replace(GOOD, paints={**GOOD.paints, "R": replace(GOOD.paints["R"], along=0.6)})
    wide = replace(GOOD, paints={**GOOD.paints, "R": replace(GOOD.paints["R"], spread=0.6)})

    def apart(references: ColourReferences) -> float:
        return next(pair.distance for pair in separations(references) if pair.names == ("R", WOOD))

    assert apart(pale) < 0.5 * apart(GOOD)
    assert apart(wide) == pytest.approx(apart(GOOD), rel=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_paints_that_look_alike_are_named_with_what_to_do(language: str) -> None:
    found = findings(turned("R", GOOD.paints["Y"], 0.8))
    assert [finding.colours for finding in found] == [("R", "Y")]
    sentence = say(found[0].message, language)
    assert sentence.endswith(".")
    assert "{" not in sentence
    said = found[0].to_json(language)
    assert said["message"] == sentence
    assert 0 < said["distance"] < SETTINGS.alike


def test_the_sentence_itself() -> None:
    found = findings(turned("R", GOOD.paints["Y"], 0.8))
    assert say(found[0].message, "en").startswith("In this light red and yellow look nearly alike. Use a brighter")
    wooden = findings(turned("Y", Paint(0.0, 0.0, level=0.0), 0.85))
    assert [finding.colours for finding in wooden] == [("Y",)]
    assert "yellow looks nearly like the board's wood" in say(wooden[0].message, "en")


def test_the_hardest_comes_first_and_the_easier_the_farther() -> None:
    distances = [separations(turned("R", GOOD.paints["Y"], share))[0].distance for share in (0.6, 0.75, 0.9)]
    assert distances == sorted(distances, reverse=True)


@pytest.mark.parametrize(
    ("wood", "key"),
    [
        (Wood(0.02, 0.014, 0.008), "colours.dark"),
        (Wood(0.99, 0.98, 0.7), "colours.bright"),
        (Wood(0.6, 0.3, 0.02), "colours.one_sided"),
    ],
)
def test_light_that_makes_it_hard_is_named(wood: Wood, key: str) -> None:
    assert [finding.message.key for finding in findings(replace(GOOD, wood=wood))] == [key]


def test_a_red_channel_at_its_end_is_no_fault() -> None:
    assert findings(replace(GOOD, wood=Wood(0.99, 0.8, 0.5))) == ()


def test_paints_that_are_the_same_are_not_plausible() -> None:
    assert not plausible(turned("R", GOOD.paints["Y"], 0.95))
    assert plausible(turned("R", GOOD.paints["Y"], 0.6)), "an orange set"


@pytest.mark.parametrize("names", ["YBRG", "RGYB", "GRBY"])
def test_paints_under_each_others_names_are_not_plausible(names: str) -> None:
    swapped = {c: GOOD.paints[other] for c, other in zip("RBYG", names, strict=True)}
    assert not plausible(replace(GOOD, paints=swapped))


def test_a_quarter_turn_of_all_is_not_plausible() -> None:
    def turn(paint: Paint, by_deg: float) -> Paint:
        angle = math.radians(paint.angle_deg + by_deg)
        return replace(paint, u=paint.chroma * math.cos(angle), v=paint.chroma * math.sin(angle))

    assert plausible(replace(GOOD, paints={c: turn(p, 20) for c, p in GOOD.paints.items()}))
    assert not plausible(replace(GOOD, paints={c: turn(p, 90) for c, p in GOOD.paints.items()}))
