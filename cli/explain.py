"""`marshall explain`: the page of a code, in the terminal."""

from __future__ import annotations

import click

__all__ = ["explain"]


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Print what CODE means, an example, and what to do: M411, or its name, hold-below-floor."""
    from engine.profile.checking import code_of  # noqa: PLC0415 - keeps --help quick
    from engine.profile.codes import CODES  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415
    from engine.resources import rule_pages_dir  # noqa: PLC0415

    found = code_of(code)
    if len(found) != 1:
        known = [*CODES, *(one.slug for one in CODES.values())]
        guess = nearest(code, known)
        few = [*found][:8]
        hint = f"did you mean {guess}?" if guess else "`marshall rules` lists them all"
        if few:
            hint = "one of: " + ", ".join(few)
        message = f"no single finding is called {code}; {hint}"
        raise click.UsageError(message)
    page = rule_pages_dir() / f"{found[0]}.md"
    click.echo(page.read_text(encoding="utf-8"), nl=False)
