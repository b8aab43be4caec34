# SPDX-License-Identifier: Apache-2.0
"""`python -m weft` is the command."""
import json
import os
import subprocess
import sys

import pytest

import weft


def command(*arguments, **environment):
    return subprocess.run([sys.executable, "-m", "weft", *arguments], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, **environment})


@pytest.mark.skipif("WEFT" not in os.environ, reason="WEFT is not set")
def test_the_module_runs_the_command():
    done = command("show", "ring:routers=4", "--metrics", "diameter", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["run"] == weft.show("ring:routers=4", metrics="diameter").run_id
    wrong = command("show", "rign")
    assert wrong.returncode == 2 and "did you mean 'ring'" in wrong.stderr and wrong.stdout == ""


def test_a_program_of_another_version_is_said(tmp_path):
    other = tmp_path / "weft"
    other.write_text("#!/bin/sh\necho weft 9.9.9\n")
    other.chmod(0o755)
    done = command("--version", WEFT=str(other))
    assert done.stdout == "weft 9.9.9\n" and "has version 9.9.9, but the module has" in done.stderr
