"""Writes the page of every code from its example, with what the program really prints.

Run `python -m tests.profile.rule_pages` after a rule, a message or an example changed.
"""

from __future__ import annotations

import difflib
import tempfile
from pathlib import Path

from engine.profile.codes import CODES
from engine.profile.loader import Loaded, load_theatre
from engine.profile.render import full
from tests.profile.desk import copy_of_desk, edited_desk
from tests.profile.folders import ROOT
from tests.profile.rule_examples import EXAMPLES, Example

PAGES = ROOT / "docs" / "rules"
# Codes that no file can give: an unreadable disk, and what only a proof finds.
WITHOUT_EXAMPLE = {
    "M020": (
        "A file that the system does not let us read cannot be checked.",
        "Look at the permissions of the file, and whether it is a file at all.",
    ),
    "M801": (
        "`marshall validate --mission FILE.miz` compares the map of the mission with `dcs_name`.",
        "Check the theatre of that map.",
    ),
    "M802": (
        "A slot whose radios and speeds nobody knows is vectored like any other aircraft.",
        "Add the airframe to `common/airframes.yaml`, with its bands and speeds.",
    ),
    "M803": (
        "A tanker, an AWACS or a carrier of the mission answers on its own frequency already.",
        "Move the station, or the tanker in the mission editor.",
    ),
    "M804": (
        "Magnetic headings are said for the mission's date; beyond its table they do not turn.",
        "Add the years to `magnetic_variation_deg_east`.",
    ),
    "M706": (
        (
            "`marshall validate --prove` asks the rules for an answer to every intent in every "
            "phase; a pilot who is met with silence calls again, and again."
        ),
        "Report it: answers are the program's own, and every call has one.",
    ),
    "M320": (
        (
            "`marshall validate --prove` walks phases, runway, letdown and handoffs "
            "of a compiled theatre together; a way that breaks an invariant is told as a story."
        ),
        "Follow the story to the step that should not have been possible, and close it.",
    ),
    "M321": (
        (
            "`marshall validate --fly N` flies scripted sorties through a compiled theatre, and "
            "counts from outside what was promised: both land, every call is answered, every "
            "mile is called where it is, nobody comes too close or too low."
        ),
        "Fly the seed again with the command in the hint, and read its transcript.",
    ),
    "M857": (
        (
            "`marshall test`, and `marshall validate --prove`, hear every line of a scenario's "
            "pilots as the stations do; what is not understood by them would be by nobody."
        ),
        "Say it as docs/pilot.md does, or try the words with `marshall hear`.",
    ),
}
_LONGEST = 24


def loaded_example(example: Example, folder: Path) -> Loaded:
    """Return what loading the desk theatre gives with the example's mistake in it."""
    if example.drop or example.new_file:
        theatre = copy_of_desk(folder)
        path = theatre.parent / (example.drop or example.new_file)
        if example.drop:
            path.unlink()
        else:
            path.write_text(example.becomes, encoding="utf-8")
    else:
        theatre = edited_desk(folder, example.file, example.was, example.becomes)
        path = theatre.parent / example.file
        if example.encoding != "utf-8":
            path.write_bytes(path.read_text(encoding="utf-8").encode(example.encoding))
    return load_theatre(theatre)


def page(example: Example, loaded: Loaded) -> str:
    """Return the page of a code."""
    code = CODES[example.code]
    found = [one for one in loaded.diagnostics if one.code == example.code]
    shown = full(found[:1], loaded.texts)
    return "\n".join(
        [
            f"# {code.code}: {code.slug}",
            "",
            f"*{code.severity}* · {code.law}",
            "",
            "## Why",
            "",
            example.why,
            "",
            "## It fails",
            "",
            *_change(example),
            "```text",
            shown.rstrip("\n"),
            "```",
            "",
            *_passes(example),
            "## What to do",
            "",
            example.fix,
            "",
        ]
    )


def _change(example: Example) -> list[str]:
    if example.drop:
        return [f"Without the file `{example.drop}`:", ""]
    if example.new_file:
        lines = [f"With a file `{example.new_file}`:", "", "```yaml"]
        return [*lines, example.becomes.rstrip("\n"), "```", ""]
    if example.was == example.becomes or "\x07" in example.becomes:
        return []
    before, after = example.was.splitlines(), example.becomes.splitlines()
    changes = [
        line[:100]
        for line in difflib.unified_diff(before, after, lineterm="", n=0)
        if line[:2] not in ("--", "++", "@@")
    ]
    return [f"In `{example.file}`:", "", "```diff", *changes[:_LONGEST], "```", ""]


def _passes(example: Example) -> list[str]:
    if not example.was.strip() or example.was == example.becomes:
        return []
    shown = example.was.strip("\n").splitlines()[:_LONGEST]
    return ["## It passes", "", "```yaml", *shown, "```", ""]


def bare_page(name: str) -> str:
    """Return the page of a code that no example file can give."""
    code, (why, fix) = CODES[name], WITHOUT_EXAMPLE[name]
    lines = [f"# {code.code}: {code.slug}", "", f"*{code.severity}* · {code.law}", ""]
    return "\n".join([*lines, "## Why", "", why, "", "## What to do", "", fix, ""])


def pages() -> dict[str, str]:
    """Return every page by its code."""
    written = {name: bare_page(name) for name in WITHOUT_EXAMPLE}
    for example in EXAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            written[example.code] = page(example, loaded_example(example, Path(folder)))
    return written


def main() -> None:
    """Write the pages and their list."""
    PAGES.mkdir(parents=True, exist_ok=True)
    written = pages()
    for name, text in written.items():
        (PAGES / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")
    lines = ["# What `marshall validate` finds", "", "| code | name | | law |", "|---|---|---|---|"]
    lines += [
        f"| [{code.code}]({code.code}.md) | {code.slug} | {code.severity} | {code.law} |"
        for code in CODES.values()
    ]
    (PAGES / "README.md").write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
