"""The pages of the tables: all of them at a glance, one being played at, and one for children."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.context import hall

blueprint = Blueprint("tables", __name__)


@blueprint.get("/")
def overview() -> str:
    return render_template("tables.html")


@blueprint.get("/tables/<name>")
def play(name: str) -> str:
    return render_template("play.html", name=hall().table(name).name)


@blueprint.get("/tables/<name>/children")
def children(name: str) -> str:
    return render_template("children.html", name=hall().table(name).name)
