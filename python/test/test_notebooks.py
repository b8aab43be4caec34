"""Every notebook of docs/notebooks runs, and its results are what its text says."""

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="python3-nbclient is not installed")
nbclient = pytest.importorskip("nbclient", reason="python3-nbclient is not installed")
pytest.importorskip("ipykernel", reason="python3-ipykernel is not installed")
pytest.importorskip("matplotlib", reason="python3-matplotlib is not installed")

NOTEBOOKS = Path(__file__).parents[2] / "docs/notebooks"

# An expression that holds after the last cell, for each notebook.
FACTS = {
    "1-a-first-look": "load.arrays['channel_load'].max() == 8 and net.routers == 36",
    "2-ten-thousand-terminals": "hops.filter(like='slim_fly').iloc[0] < 2 < hops.filter(like='torus').iloc[0]",
    "3-congestion-of-a-job": "loads['random'].arrays['channel_load'].max() > 2 * "
    "loads['local_search:moves=50000'].arrays['channel_load'].max()",
    "4-latency-against-load": "list(curve['curve']['ending'])[::4] == ['measured', 'saturated']",
    "5-deadlock": "not one.free and bool(flits.deadlock) and two.free",
    "6-bring-your-own-network": "all(ours[router] == hops for router, hops in theirs.items())",
    "7-clex": "large['summary']['terminals'][0] == 2**20 and large['levels']['avg_hops'][0] == 1",
    "8-failures": "rows[0][1] < rows[-1][1] < 1",
}


@pytest.fixture(autouse=True)
def path_of_kernels(monkeypatch):
    import weft

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(weft.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]))


def test_every_notebook_has_a_fact():
    assert sorted(FACTS) == sorted(file.stem for file in NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.parametrize("name", FACTS)
def test_runs_and_gives_what_it_says(name):
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not committed"
    notebook.cells.append(nbformat.v4.new_code_cell(f"assert {FACTS[name]}"))
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
