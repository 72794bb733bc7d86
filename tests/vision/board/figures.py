"""Prints how well boards are found in photographs with truth beside them. Not a test; run it by hand.

    python tests/vision/board/figures.py FOLDER… [--known-camera] [--unknown-side | --no-set | --side-off 1.02] [--list]

A unit is BGR to Lab, a 5x5 blur and Canny edges of the same picture on one thread, measured beside each photograph, in
time this process had. Where the set is not given lengths have no unit, so a point in space is not compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3]))

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet, plan_of
from calibration.pose import Pose
from vision.board.find import NoBoard, find_board

HIGH_MM = 70.0  # four floors: where the tops of towers are looked for


def unit_s(image: np.ndarray) -> float:
    start = time.process_time()
    cv2.cvtColor(image, cv2.COLOR_BGR2Lab)
    cv2.Canny(cv2.GaussianBlur(image, (5, 5), 0), 50, 150)
    return time.process_time() - start


def spread(values: list[float]) -> str:
    return f"median {np.median(values):.4f}  95 % {np.quantile(values, 0.95):.4f}  worst {max(values):.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--known-camera", action="store_true")
    parser.add_argument("--unknown-side", action="store_true", help="let the board's side be fitted, from its default")
    parser.add_argument("--no-set", action="store_true", help="give no measures at all")
    parser.add_argument("--side-off", type=float, default=1.0, help="factor on the side that is given, as known")
    parser.add_argument("--every", type=int, default=1, help="only every n-th photograph")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    paths = [path for folder in given.folders for path in sorted(folder.glob("*.json"))][:: given.every]
    found_count = size_right = 0
    corner, half_px, high, focal, trust, cost = ([] for _ in range(6))
    for path in paths:
        truth = json.loads(path.read_text())
        image = cv2.imread(str(path.with_suffix(".jpg")))
        camera = Camera.from_json({**truth["camera"], "size": truth["size"]})
        measures = dict(truth["set"])
        if given.unknown_side:
            measures.pop("board_side")
        else:
            measures["board_side"] *= given.side_off
        made = None if given.no_set else PhysicalSet.from_json(measures)
        unit = min(unit_s(image) for _ in range(3))
        start = time.process_time()
        try:
            found = find_board(image, plan_of(made), camera if given.known_camera else None)
        except NoBoard as none:
            cost.append((time.process_time() - start) / min(unit, unit_s(image)))
            print(path.parent.name, path.stem, "not found:", none.reason, f" cost {cost[-1]:.1f}")
            continue
        cost.append((time.process_time() - start) / min(unit, unit_s(image)))
        found_count += 1
        size_right += found.board == truth["board"]
        true, got = np.array(truth["corners_px"]), np.array(found.corners_px)
        side = np.linalg.norm(true[1] - true[0])
        corner.append(float(np.linalg.norm(got - true, axis=1).max() / side))
        # The photographer's optical axis meets the picture at its middle, half a pixel from where its matrix says.
        half_px.append(float(np.linalg.norm(got - true + 0.5, axis=1).max() / side))
        pose = Pose(camera, tuple(truth["camera"]["rvec"]), tuple(truth["camera"]["tvec"]))
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * truth["set"]["board_side"] / 2
        tops = np.pad(square, ((0, 0), (0, 1)), constant_values=HIGH_MM)
        if not given.no_set:
            high.append(float(np.linalg.norm(found.pose.project(tops) - pose.project(tops) + 0.5, axis=1).max()))
        focal.append(abs(found.pose.camera.fx / camera.fx - 1))
        trust.append(focal[-1] / found.focal_error if found.focal_error else 0.0)
        if given.list or found.board != truth["board"] or corner[-1] > 0.005:
            print(
                f"{path.parent.name} {path.stem} board {found.board}/{truth['board']} corner {corner[-1]:.4f} ", end=""
            )
            print(f"focal {focal[-1]:.3f} ± {found.focal_error:.3f}  cost {cost[-1]:.1f}")
    print(f"photographs {len(paths)}  found {found_count}  size right {size_right}")
    print("corner, of the side        ", spread(corner))
    print("  less the half pixel      ", spread(half_px))
    if high:
        print(f"point {HIGH_MM:.0f} mm up, pixels    ", spread(high))
    print("focal length, relative     ", spread(focal))
    print("  in its standard errors   ", spread(trust))
    print("cost, units                ", spread(cost))


if __name__ == "__main__":
    main()
