"""Views of one position as they are measured: which belong together, what can be asked of them, and their turning."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import views
from benchmarks.__main__ import read_arguments
from benchmarks.truth import Compared, Truth
from benchmarks.views import Group, Turning, groups, main, turning
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Stick
from referee.tactori.text import parse_text
from vision.tactori.reading import Reading

POSITION = "9 a1:R c3:RB e3:R g7:Y h7:Y i9:R R:c3-e3@1"
CORNERS = [[100.0, 600.0], [900.0, 620.0], [800.0, 100.0], [200.0, 90.0]]


def write(folder: Path, group: str, view: int, px: dict[str, int], stick_px: int, position: str = POSITION) -> Path:
    said: dict[str, Any] = parse_text(position).to_json()
    said["sticks"] = [{**stick, "visible_px": stick_px} for stick in said["sticks"]]
    seen = {f"tower_{at}_{floor}": 500 for at, stack in said["towers"].items() for floor in range(1, len(stack) + 1)}
    said |= {"image": f"{group}_{view}.jpg", "group": group, "view": view, "visible_px": {**seen, **px}}
    said |= {"corners": CORNERS, "set": PhysicalSet.in_proportion().to_json()}
    said["camera"] = Camera.simple(1000.0, (1280, 720)).to_json()
    path = folder / f"{group}_{view}.json"
    path.write_text(json.dumps(said))
    return path


def test_views_of_one_position_belong_together(tmp_path: Path) -> None:
    for group, view in (("b", 1), ("a", 10), ("a", 2), ("b", 0), ("lonely", 0)):
        write(tmp_path, group, view, {}, 90)
    (tmp_path / "other.json").write_text("{}")
    named = [[path.name for path in group.files] for group in groups(tmp_path)]
    assert named == [["a_2.json", "a_10.json"], ["b_0.json", "b_1.json"]]


def test_what_one_view_shows_is_asked_for(tmp_path: Path) -> None:
    hidden, shown = {"tower_c3_1": 10, "tower_e3_1": 5}, {"tower_c3_1": 70, "tower_e3_1": 8}
    files = (write(tmp_path, "a", 0, hidden, 10), write(tmp_path, "a", 1, shown, 90))
    group = Group(files)
    assert dict(group.first(1).unseen_floors) == {"c3": {1}, "e3": {1}}
    assert not group.first(1).seen_sticks
    assert dict(group.first(2).unseen_floors) == {"e3": {1}}
    assert len(group.first(2).seen_sticks) == 1
    assert group.first(2).image == group.views[0].image
    (stick,) = group.first(2).seen_sticks
    assert isinstance(stick, Stick) and set(stick.fields) == {"c3", "e3"}


def scanned(*corners: list[list[float]] | None) -> Any:
    made = [SimpleNamespace(corners=None if each is None else tuple(map(tuple, each))) for each in corners]
    return SimpleNamespace(views=made)


def test_a_turning_is_found_where_corners_are_named_as_in_the_first_picture(tmp_path: Path) -> None:
    group = Group(tuple(write(tmp_path, "a", view, {}, 90) for view in range(3)))
    on = CORNERS[1:] + CORNERS[:1]
    assert turning(group, scanned(CORNERS, CORNERS, CORNERS), 3) == Turning(2, 2)
    # The first picture may name the board from any of its corners; the others must do as it does.
    assert turning(group, scanned(on, on, on), 3) == Turning(2, 2)
    assert turning(group, scanned(on, CORNERS, on), 3) == Turning(1, 2)
    assert turning(group, scanned(CORNERS, None, on), 3) == Turning(0, 2)
    assert turning(group, "it cannot be told", 3) == Turning(0, 2)


def test_of_a_board_with_few_stacks_no_turning_is_asked(tmp_path: Path) -> None:
    group = Group(tuple(write(tmp_path, "a", view, {}, 90, "9 a1:R c3:RB e3:R R:c3-e3@1") for view in range(2)))
    assert turning(group, scanned(CORNERS, CORNERS), 2) == Turning()


def test_the_table_has_a_row_for_every_way_of_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [Group(tuple(write(tmp_path, name, view, {}, 90) for view in range(3))) for name in "ab"]

    def alone(some: Any, known: bool) -> Any:
        return [(each, Compared(exact=int(known), right=6)) for each in some]

    def together(group: Group, count: int, known: bool) -> Any:
        good = group is taken[0] or count == 3
        return Compared(exact=int(good), right=9, wrong=int(not good), notes=("c3 is R",)), Turning(count - 1, 2), ()

    monkeypatch.setattr(views, "read_all", alone)
    monkeypatch.setattr(views, "compare_group", together)
    monkeypatch.setattr(views, "compare_with_stranger", lambda group, other: (Compared(exact=1), group is taken[0]))
    lines = list(views.accuracy(taken, listed=True))
    rows = {line[:34].strip(): line[34:].split() for line in lines if " alone, " in line or " views, " in line}
    assert rows["each alone, camera known"][0] == "6/6"
    assert rows["each alone, camera not known"][0] == "0/6"
    assert rows["two views, camera known"][:6] == ["1/2", ">=", "93", "%", "1", "(5.26"]
    assert rows["three views, camera not known"][0] == "2/2"
    assert rows["two views, camera known"][-1] == "2/4"
    assert "  the stranger was left out, and nothing else: 1/2" in lines
    assert "  b_0.jpg, b_1.jpg" in lines and "      c3 is R" in lines
    assert "  a_0.jpg, a_1.jpg" not in lines


def test_a_stranger_stands_on_such_a_board(tmp_path: Path) -> None:
    boards = {"a": POSITION, "b": "5 a1:R c3:B e5:Y B:c3-e3@1", "c": POSITION}
    taken = [
        Group(tuple(write(tmp_path, name, view, {}, 90, drawn) for view in range(2))) for name, drawn in boards.items()
    ]
    named = [(group.files[0].stem, stranger.image.stem) for group, stranger in views.strangers(taken)]
    assert named == [("a_0", "c_1"), ("c_0", "a_1")]


@pytest.mark.parametrize(("used", "named"), [((True, True, False), True), ((True, True, True), False)])
def test_a_stranger_must_be_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, used: tuple[bool, ...], named: bool
) -> None:
    group, other = (Group(tuple(write(tmp_path, name, view, {}, 90) for view in range(2))) for name in "ab")
    corners = tuple((u, v) for u, v in CORNERS)
    reading = Reading("a_0.jpg", corners, parse_text(POSITION), (), 1.0)
    seen = SimpleNamespace(reading=reading, views=[SimpleNamespace(used=each) for each in used])
    asked = []
    monkeypatch.setattr(views, "read_views", lambda some, camera_known: asked.extend(some) or seen)
    compared, left_out = views.compare_with_stranger(group, other.views[1])
    assert [each.image.stem for each in asked] == ["a_0", "a_1", "b_1"]
    assert (compared.exact, left_out) == (1, named)
    monkeypatch.setattr(views, "read_views", lambda *_, **__: "it cannot be told")
    assert views.compare_with_stranger(group, other.views[1])[1] is False


def test_a_folder_without_views_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert str(tmp_path) in said.err


def test_views_are_a_part_of_the_benchmarks() -> None:
    assert read_arguments(["views", "--every", "5"]).part == "views"


def test_a_stick_is_asked_for_if_any_of_the_shared_views_shows_it() -> None:
    if not views.VIEWS.is_dir():
        pytest.skip("there are no shared views beside this checkout")
    taken = groups(views.VIEWS)
    assert all(len(group.files) == 3 for group in taken)
    for group in taken:
        alone = [set(Truth.load(path).seen_sticks) for path in group.files]
        assert group.first(3).seen_sticks == set.union(*alone)
