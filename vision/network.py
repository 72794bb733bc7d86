"""A small network that is shipped as ONNX and run by OpenCV itself, on one thread at a time."""

from __future__ import annotations

from importlib.resources import files
from threading import Lock

import cv2
import numpy as np

from calibration.arrays import Float


class Network:
    """Loaded when it is first asked."""

    def __init__(self, package: str, name: str) -> None:
        self.package, self.name = package, name
        self._net: cv2.dnn.Net | None = None
        self._alone = Lock()  # a network remembers what it is looking at

    def ask(self, **inputs: Float) -> Float:
        """What it says of these inputs, by their names."""
        with self._alone:
            if self._net is None:
                data = files(self.package).joinpath(self.name).read_bytes()
                self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), cv2.dnn.ENGINE_CLASSIC)
            for name, value in inputs.items():
                self._net.setInput(value, name)
            return np.asarray(self._net.forward(), dtype=np.float32)
