# SPDX-License-Identifier: Apache-2.0
"""Tables as columns: their types, large ones, partners."""
import subprocess
import sys
import time
import types

import numpy as np
import pytest

import weft
from arrow_stream import read_stream
from weft.table import Column, make_table

COLUMNS = [Column("count"), Column("share", "%", "of all"), Column("name"), Column("mixed"), Column("empty")]
ROWS = ((1, 0.5, "a", 2, None), (2, None, "b", "many", None), (2**53 + 1, 1, "a", None, None))


def test_columns_have_the_type_of_their_cells():
    table = make_table("made", "A table", COLUMNS, ROWS)
    assert table["count"].dtype == np.int64 and table["count"].tolist() == [1, 2, 2**53 + 1]
    assert table["share"].dtype == np.float64 and np.array_equal(table["share"], [0.5, np.nan, 1], equal_nan=True)
    assert table["name"].dtype == object and table["name"][0] is table["name"][2]  # equal texts are one object
    assert table["mixed"].tolist() == [2, "many", None] and table["empty"].tolist() == [None, None, None]
    assert table.rows == ROWS and table.head(1) == [ROWS[0]] and table.columns == tuple(COLUMNS)
    assert table == make_table("made", "A table", COLUMNS, ROWS) != make_table("made", "A table", COLUMNS, ROWS[:2])
    nothing = make_table("made", "A table", COLUMNS, ())
    assert len(nothing) == 0 and not nothing and nothing["count"].shape == (0,)


def test_data_frames_are_their_own():
    pandas = pytest.importorskip("pandas")
    table = make_table("made", "A table", COLUMNS, ROWS)
    frame = table.to_pandas()
    assert frame["share"].dtype == np.float64 and frame.attrs["units"] == {"share": "%"} and frame.attrs["docs"] == {"share": "of all"}
    frame.loc[0, "count"] = 7
    assert table["count"][0] == 1
    twice = make_table("made", "A table", [Column("a"), Column("a")], [(1, 2)]).to_pandas()
    assert isinstance(twice, pandas.DataFrame) and twice["a"].shape == (1, 2)


@pytest.mark.parametrize(("library", "call"), [("polars", "to_polars"), ("pyarrow", "to_arrow"), ("pandas", "to_pandas")])
def test_what_a_partner_is_needed_for_is_said(library, call, monkeypatch):
    def without(name):
        raise ModuleNotFoundError(f"No module named '{name}'", name=name)

    monkeypatch.setattr("weft.partner.import_module", without)
    with pytest.raises(ModuleNotFoundError, match=f"{call} needs {library}, which is not installed: pip install {library}"):
        getattr(make_table("made", "", COLUMNS, ROWS), call)()


@pytest.mark.parametrize(("call", "name"), [("to_polars", "DataFrame"), ("to_arrow", "table")])
def test_partners_read_the_stream(call, name, monkeypatch):
    """Polars and pyarrow read `__arrow_c_stream__` of what they are given, as `read_stream` does."""
    reads = types.SimpleNamespace(**{name: lambda it: read_stream(it.__arrow_c_stream__())})
    monkeypatch.setattr("weft.partner.import_module", lambda _: reads)
    names, columns = getattr(make_table("made", "A table", COLUMNS, ROWS), call)()
    assert names == [it.name for it in COLUMNS]
    assert columns == [[1, 2, 2**53 + 1], [0.5, None, 1], ["a", "b", "a"], ["2", "many", None], [None] * 3]


LARGE = """
import resource, sys, time, tracemalloc
import numpy, pandas, weft

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

result = weft.load("torus:sides=256x256", details="channels")
table = result["channel_loads"]
weft.load("torus:sides=4x4")["throughput"].to_pandas()
before, began = resident(), time.process_time()
frame = table.to_pandas()
print(len(frame), time.process_time() - began, resident() - before, float(frame["load"].sum()), float(table["load"].sum()))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_quarter_million_rows_are_a_frame_in_a_tenth_of_a_second():
    pytest.importorskip("pandas")
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    rows, seconds, size, total, expected = map(float, done.stdout.split())
    assert rows == 262144 and total == expected > 0
    assert seconds <= 0.1 * 3 and size <= 20e6  # 0.1 s on an idle machine


def test_results_do_not_become_tuples():
    began = time.process_time()
    result = weft.load("torus:sides=128x128", details="channels")
    computed = time.process_time() - began
    assert "rows" not in vars(result["channel_loads"]) and computed < 10
