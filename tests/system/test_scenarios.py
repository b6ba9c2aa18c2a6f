"""Every scenario that ships, and what they leave of the complete fields."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cli.exit_codes import ExitCode
from cli.test import test as command
from tests.profile.folders import PROFILES


@pytest.mark.system
@pytest.mark.slow
@pytest.mark.parametrize("theatre", ["caucasus", "nevada", "persian-gulf", "syria"])
def test_every_scenario_passes_or_is_pending_and_complete_fields_have_no_gap(theatre: str) -> None:
    result = CliRunner().invoke(command, [str(PROFILES / theatre), "--coverage", "--jobs", "1"])

    assert result.exit_code == ExitCode.OK, result.output[-3_000:]
