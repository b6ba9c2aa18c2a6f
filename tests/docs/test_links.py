"""No page leads to a place that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, anchors, links, name_of, pages, text_of


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{name_of(page)}: {link} is not there"
        assert there.is_relative_to(ROOT), f"{name_of(page)}: {link} leads out of the project"
        if anchor:
            assert anchor in anchors(there), f"{name_of(page)}: {link} has no such heading"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        there = ((page.parent / link.partition("#")[0]).resolve() for link in links(page))
        waiting += [one for one in there if one.suffix == ".md" and one.exists()]
    written = {page for page in pages() if page.parent in {ROOT, ROOT / "docs"}}
    assert sorted(name_of(page) for page in written - reached) == []


def test_the_changelog_has_a_place_for_what_is_not_released() -> None:
    assert "## Unreleased" in text_of(ROOT / "CHANGELOG.md")
