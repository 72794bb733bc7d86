"""What a guest in the local network is offered, and what not; the person at the machine is offered all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.served import serving, table

OWN = ("camera", "address", "folder", "film")
BROUGHT = ("demo", "browser", "photographs")


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_guest_is_offered_what_they_bring(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_guest: bool
) -> None:
    if is_guest:  # the browser is on this machine: it is made a stranger
        monkeypatch.setattr("web.door.safety.THIS_MACHINE", ())
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        with serving(tmp_path, lan=True) as served:
            page = context.new_page()
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"{served.address}/?key={served.server.config.key}&lang=en")
            page.goto(f"{served.address}/tables/new?lang=en")
            expect(page.locator('input[value="photographs"]')).to_have_count(1)
            for kind in BROUGHT:
                expect(page.locator(f'input[value="{kind}"]')).to_have_count(1)
            for kind in OWN:
                expect(page.locator(f'input[value="{kind}"]')).to_have_count(0 if is_guest else 1)
            assert page.evaluate("document.querySelector('#keep').closest('label').hidden") is is_guest
            page.screenshot(path=tmp_path / "setup.png", full_page=True)
            name = "T"
            page.request.post(
                f"{served.address}/api/tables", data=table(name, source={"kind": "photographs", "what": ""})
            )
            page.goto(f"{served.address}/tables/{name}?lang=en")
            assert page.evaluate("document.querySelector('#keep').closest('label').hidden") is is_guest
            assert not complaints
    finally:
        context.close()
