"""What all tests of the page share: nothing of this machine's user is read or written, and no page is left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.waiting import PATIENCE_S
from tests.web.served import HURRIED, Served, serving
from web.app import close_app, create_app
from web.config import Config

Serve = Callable[..., Served]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True, scope="session")
def patient() -> Iterator[None]:
    """Whoever brings a picture is sent away after two minutes in a queue: on a busy machine that is soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.workshop.uploads.LONGEST_WAIT_S", PATIENCE_S)
        yield


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serves a page; called again, another one with the same log."""
    with ExitStack() as stack:
        yield lambda **config: stack.enter_context(serving(tmp_path, **config))


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """The page without a port."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        told = {"log_path": tmp_path / "games.sqlite", "demo_options": HURRIED, "workers": 1} | config
        app = create_app(Config(**told))
        app.testing = True
        app.config["PROPAGATE_EXCEPTIONS"] = False
        made.append(app)
        return app

    yield make
    for app in made:
        close_app(app)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
