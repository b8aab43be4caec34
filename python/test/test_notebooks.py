# SPDX-License-Identifier: Apache-2.0
"""Every notebook of docs/notebooks runs, and says what is so; the code of the page about Python runs."""
import os
import re
from pathlib import Path

import pytest

import weft

nbformat = pytest.importorskip("nbformat", reason="python3-nbclient is not installed")
nbclient = pytest.importorskip("nbclient", reason="python3-nbclient is not installed")
pytest.importorskip("ipykernel", reason="python3-ipykernel is not installed")
for module in ("matplotlib", "networkx", "pandas", "scipy"):
    pytest.importorskip(module, reason=f"python3-{module} is not installed")

DOCS = Path(__file__).parents[2] / "docs"

# Runs in the kernel after the last cell.
HELPERS = """
import json, os, subprocess
from math import isclose

def command(*words):
    run = subprocess.run([os.environ["WEFT"], *words, "--json"], stdout=subprocess.PIPE)
    return {table["name"]: [tuple(row) for row in table["rows"]] for table in json.loads(run.stdout)["tables"]}
"""

# What the text of each notebook says, as expressions that hold after its last cell.
FACTS = {
    "1-a-first-look": [
        "shown['metrics']['value'][list(shown['metrics']['key']).index('diameter')] == 3",
        "loads.max() == 8.25 and load.bottleneck == 'global'",
        "round(load['throughput']['throughput'].min(), 2) == 0.48",
        "net.distances(0)[35] == 3",
        "command('load', dragonfly, '--pattern', 'halo', '--grid', '32x33')['throughput'] == list(load['throughput'].rows)",
    ],
    "2-ten-thousand-terminals": [
        "isclose(float(metrics.loc['uniform_throughput', columns[0]]), 8 * 25 / (25**2 - 1), rel_tol=1e-3)",  # Dally & Towles: 8 / k on a k-ary torus, 8 k / (k^2 - 1) if k is odd
        "metrics.loc['term_avg_dist', 'slim_fly:q=19'] < 2 and metrics.loc['radix', 'slim_fly:q=19'] == 44",
        "[name.split(':')[0] for _, name in sorted(zip(prices, columns))] == ['hyperx', 'slim_fly', 'dragonfly', 'torus', 'xgft']",
        "carried['permutation'].idxmax().startswith('xgft') and sorted(carried['permutation'])[-2] < 0.2",
        "command('compare', *columns, '--metrics', 'diameter')['metrics'][0][2:-1] == tuple(metrics.loc['diameter', columns])",
    ],
    "3-congestion-of-a-job": [
        "worst['random'] == 2.875 and worst['linear'] == 0.75 and worst['local_search:moves=50000'] == 0.5",
        "isclose(users['users']['load'].sum(), worst['random'])",
        "sorted(placement.tasks) == list(range(512)) and len(open('/tmp/weft-rankfile').readlines()) == 512",
        "command('load', torus, '--grid', '32x16', '--mapping', 'random')['fullest'] == list(random['fullest'].rows)",
    ],
    "4-latency-against-load": [
        "max(short) < min(it['latency'] - it['plus_minus'] for it in honest)",
        "2.5 < np.mean([it['latency'] for it in honest]) - np.mean(short) < 4.5",
        "all(1.8 < b / a < 2.2 for a, b in zip(beyond['latency'], beyond['latency'][1:]))",
        "0.6 < curve.saturation < 0.63 and throughput < curve.saturation < bound",
        "all(curve['curve']['latency'][1:] > curve['curve']['latency'][:-1])",
        "curve['curve']['ending'][0] == 'measured' and curve['curve']['ending'][-1] == 'saturated'",
    ],
    "5-deadlock": [
        "not one.free and len(one.cycle) == 4 and two.free and 'acyclic' in two.proof",
        "2000 < flits.deadlock['cycle'] < 3000 and moving[-1] < 0.2 * max(moving) and len(flits.deadlock['waiters']) == 7",
        "quiet.deadlock is None and quiet.cycle == 20_000 and safe.deadlock is None and frame.accepted > 0.6",
        "command('deadlock', torus, '--routing', 'dimension_order', '--vcs', '1')['cycle'] == list(one.cycle.rows)",
    ],
    "6-bring-your-own-network": [
        "nx.diameter(graph) == 4 == compared['metrics'].rows[2][2] and compared['metrics'].rows[2][3] == 6",
        "all(ours[router] == hops for router, hops in theirs.items()) and len(theirs) == 64",
        "not verdict.free and isclose(eigenvalues[-1], 6)",
        "updown.arrays['channel_load'].max() > 3 * loads.max() and isclose(loads.mean(), 2.450787 * 127 / 128 * 128 / 384, rel_tol=0.02)",
        "nx.diameter(nx.circulant_graph(16, [1, 8])) == weft.show(ladder, metrics='diameter')['metrics']['value'][0]",
    ],
    "7-clex": [
        "deviation < 0.02",
        "[(it.level, it.avg_rounds, it.avg_hops) for it in published.itertuples()] == "
        "[(it.level, it.avg_rounds, it.avg_hops) for it in pd.read_csv('../../studies/clex-tables/published.csv', comment='#')"
        ".query('table == \"I\"').sort_values('level', ascending=False).itertuples()]",
        "clex['summary']['delivered'][0] == 28 * 2**20 and 4.4 < hops['torus'] / hops['CLEX'] < 4.6",
        "isclose(hops['torus'], 128 / 4 + 128 / 4 + 64 / 4, rel_tol=0.01)",
    ],
    "8-failures": [
        "all((np.diff(it) < 0).all() for it in kept.values()) and all(it[0] == 1 for it in kept.values())",
        "all(max(kept, key=lambda it: kept[it][i]) == 'slim fly' and min(kept, key=lambda it: kept[it][i]) == 'dragonfly' for i in (1, 2, 3))",
        "0.58 < kept['dragonfly'][1] and kept['slim fly'][1] < 0.92 and 0.44 < kept['dragonfly'][3] and kept['slim fly'][3] < 0.78",
        "net.distances(a)[b] == 1 and broken.distances(a)[b] == 3 and np.nanmax(after) > np.nanmax(before)",
    ],
}


@pytest.fixture(autouse=True)
def environment_of_kernels(monkeypatch):
    folder = str(Path(weft.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    monkeypatch.delenv("MPLBACKEND", raising=False)


def test_every_notebook_has_facts():
    assert sorted(FACTS) == sorted(file.stem for file in (DOCS / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", FACTS)
def test_a_notebook_begins_with_its_question_and_ends_with_the_answer(name):
    notebook = nbformat.read(DOCS / f"notebooks/{name}.ipynb", 4)
    first, last = notebook.cells[0]["source"], notebook.cells[-1]["source"]
    assert first.startswith("# ") and "**Question.**" in first and last.startswith("**Answer.**") and "**To try.**" in last
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells), "outputs are not committed"


@pytest.mark.parametrize("name", FACTS)
def test_a_notebook_runs_and_its_text_is_true(name):
    notebook = nbformat.read(DOCS / f"notebooks/{name}.ipynb", 4)
    facts = [f"assert {fact}" for fact in FACTS[name]]
    notebook.cells += [nbformat.v4.new_code_cell(it) for it in [HELPERS, *facts]]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": DOCS / "notebooks"}}).execute()


def test_the_page_about_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "how-to/use-from-python.md").read_text()
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) > 5
    for block in blocks:
        exec(block, names)  # noqa: S102
    assert names["flits"].deadlock and (tmp_path / "transpose.html").exists()
    for call in re.findall(r"\| `(weft\.\w+\(.*?\))` \|", page):
        assert eval(call, names).tables  # noqa: S307
