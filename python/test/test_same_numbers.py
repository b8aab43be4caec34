# SPDX-License-Identifier: Apache-2.0
"""Python, the command and C++ give equal results: the scenarios of same_numbers.txt, which use all that the catalogs hold."""
import inspect
import json
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import weft

HERE = Path(__file__).parent
LINES = [it for it in (HERE / "same_numbers.txt").read_text().splitlines() if it and not it.startswith("#")]
TABLES_OF_A_RING = "".join(
    f"Unicast lids [0-3] of switch Lid {4 + r} guid 0x{0x200000 + r:016x} ('r{r}'):\n" + "".join(
        f"0x{t + 1:04x} {(3, 2, 1)[(t - r) % 3]:03} # Channel Adapter portguid 0x{0x1000001 + 2 * t:016x}: 't{t}'\n"
        for t in range(3)) for r in range(3))
FILES = {
    "ring.lfts": TABLES_OF_A_RING,
    "ring.edges": "0 1\n1 2\n2 3\n3 0\n",
    "messages.txt": "3 1 2\n0 1\n",
    "pair.goal": "num_ranks 2 rank 0 { a: send 9b to 1 b: calc 5 b requires a } rank 1 { recv 9b from 0 }\n",
    "pair.ti": "0 compute 5000\n0 send 1 0 64\n1 recv 0 0 64\n",
    "timed.csv": "from,to,bytes,start\n0,5,1MB,0\n2,5,300kB,10us\n",
    "jobs.csv": "submit,run,nodes,estimate,communication\n10,2min,4,200,0.1\n0,60,16,60,0.5\n20,30,8,60,0\n",
    "log.swf": "; MaxNodes: 16\n; MaxProcs: 32\n1 0 -1 60 32 -1 -1 32 90 -1 1 1 1 1 1 1 -1 -1\n2 5 -1 9 3 -1 -1 3 9 -1 1 1 1 1 1 1 -1 -1\n"
               "3 6 -1 9 64 -1 -1 64 9 -1 1 1 1 1 1 1 -1 -1\n",
    "routes.txt": "0 1\n0 1 2\n1 2\n1 2 3\n2 3\n2 3 0\n3 0\n3 0 1\n0 3\n",
    "job.hosts": "t[0-15]\n",
    "placement.txt": "".join(f"{it}\n" for it in range(15, -1, -1)),
    "matrix.mtx": "%%MatrixMarket matrix coordinate real general\n16 16 3\n1 2 1.5\n3 4 2\n16 1 7\n",
    "monitoring/run.0.prof": "# POINT TO POINT\nE\t0\t1\t200 bytes\t3 msgs sent\n",
}
NOT_OF_REQUESTS = {"metrics"}  # catalogs whose every entry other tests compare
OF_OTHER_TOOLS = {"otf2", "dumpi", "chakra"}  # programs whose files test/io/program makes


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files that the scenarios name, as the directory of this process."""
    here, before = tmp_path_factory.mktemp("same_numbers"), Path.cwd()
    for name, text in FILES.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)
    os.chdir(here)
    weft.schedule("sparse_torus:dimensions=2,side=3").save("made")
    Path("made/states.csv").rename("states.csv")
    weft.collective("broadcast", "ring:routers=4", algorithm="binomial", transfers="transfers.csv")
    yield here
    os.chdir(before)


@pytest.fixture(scope="module")
def by_library(folder):
    """The folder where C++ has written its results."""
    program = os.environ.get("WEFT_SAME_NUMBERS", "")
    if not program:
        pytest.skip("WEFT_SAME_NUMBERS does not name the program of same_numbers.cpp")
    results = folder / "library"
    results.mkdir()
    subprocess.run([program, str(HERE / "same_numbers.txt"), str(results)], check=True, stdout=subprocess.DEVNULL)
    return results


def value_of(text, properties):
    """The text of a parameter as the value that one gives in Python."""
    if properties.get("type") in ("integer", "number"):
        return float(text) if "." in text else int(text)
    if properties.get("type") == "boolean":
        return text == "true"
    if re.fullmatch(r"[\d.]+(x[\d.]+)+", text):
        return tuple(float(it) if "." in it else int(it) for it in text.split("x"))
    return text


def by_python(line):
    """The result of a command line by the function of its verb. What is given several times is a list."""
    verb, *words = line.split()
    properties = weft.schema()["verbs"][verb]["properties"]
    places = [it for it in properties if it != "topologies"]
    given: dict[str, list] = {}
    for word in words:
        name, _, text = word[2:].partition("=") if word.startswith("--") else ("topologies" if verb == "compare" else places.pop(0), "", word)
        name = name.replace("-", "_")
        name = name if name in properties else name + ("es" if name.endswith("s") else "s")  # --job is an item of jobs
        given.setdefault(name, []).append(value_of(text, properties[name]))
    arguments = {f"{name}_" if name == "from" else name: values if len(values) > 1 else values[0] for name, values in given.items()}
    return getattr(weft, verb)(**arguments)


def by_command(line, *more):
    done = subprocess.run([os.environ["WEFT"], *line.split(), *more], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def without_times(result):
    """A result but for what depends on the clock and the machine."""
    def kept(table):
        names = [it["name"] for it in table["columns"]]
        timed = {i for i, it in enumerate(names) if "second" in it or it in ("time", "speed")}
        return table["name"], names, [[it for i, it in enumerate(row) if i not in timed] for row in table["rows"]]

    tables = [kept(it) for it in result["tables"] if it["name"] != "speed"]
    return {**{key: result.get(key) for key in ("run", "verb", "scenario", "seed", "answer", "notes")}, "tables": tables}


@pytest.mark.parametrize("number", range(len(LINES)), ids=lambda it: f"{it}-{LINES[it].split()[0]}")
def test_python_command_and_library_give_equal_results(number, by_library):
    line = LINES[number]
    result = by_python(line)
    if result.document is not None:
        assert result.document == by_command(line) == (by_library / f"{number}.text").read_text()
        return
    ours = without_times(json.loads(result.to_json()))
    assert ours == without_times(json.loads(by_command(line, "--json")))
    assert ours == without_times(json.loads((by_library / f"{number}.json").read_text()))


@pytest.mark.parametrize("line", [it for it in LINES if it.startswith(("load torus", "schedule sparse", "sweep"))])
def test_files_are_those_that_the_command_writes(line, folder, tmp_path):
    result, ours, theirs = by_python(line), tmp_path / "ours", tmp_path / "theirs"
    result.save(ours)
    by_command(line, "-o", str(theirs))
    assert sorted(it.name for it in ours.iterdir()) == sorted(it.name for it in theirs.iterdir())
    for file in theirs.glob("*.npy"):
        assert file.read_bytes() == (ours / file.name).read_bytes()
    for name, array in result.arrays.items():
        written = np.load(theirs / f"{name}.npy")
        assert written.dtype == array.dtype and np.array_equal(written, array, equal_nan=array.dtype.kind == "f")


@pytest.mark.parametrize("line", LINES)
def test_every_column_has_a_meaning_and_every_table_is_in_the_help(line, folder):
    result = by_python(line)
    told = str(inspect.getdoc(getattr(weft, result.verb)))
    for table in result.tables.values():
        assert f"- `{table.name}`: " in told, table.name
        assert not [it.name for it in table.columns if not it.doc], table.name


def test_there_are_scenarios_for_all_that_the_catalogs_hold():
    words = set(re.findall(r"\w+", " ".join(LINES)))
    assert len(LINES) >= 100
    missing = [f"{kind}: {name}" for kind, catalog in weft.schema()["catalogs"].items() if kind not in NOT_OF_REQUESTS
               for name in catalog["entries"] if name not in words | OF_OTHER_TOOLS and name != "all"]
    assert not missing
    assert not set(weft.schema()["verbs"]) - words


def test_functions_and_parameters_are_those_of_cpp():
    """Verbs and names of catalogs have a function with their parameters, and no function is without one of C++."""
    verbs = weft.schema()["verbs"]
    assert list(verbs) == weft._verbs.__all__
    rooms = {}  # of several catalogs, some names are in two
    for kind, room in (("topologies", weft.topology), ("machines", weft.machine), ("routings", weft.routing), ("engines", weft.engine),
                       ("communication patterns", weft.pattern), ("traffic patterns", weft.traffic), ("mappings", weft.mapping),
                       ("schedules", weft.schedules), ("latencies", weft.latency), ("collectives", weft.algorithm)):
        rooms[kind] = (weft.schema()["catalogs"][kind]["entries"], room)
    for entries, room in [(verbs, weft._verbs), *rooms.values()]:
        made = {it: getattr(room, it) for it in room.__all__ if getattr(room, it).__name__ == it}  # others are names in the literature
        for name, function in made.items():
            parameters = [it.rstrip("_") for it in inspect.signature(function).parameters if it not in ("progress", "further")]
            assert parameters == list(entries[name.rstrip("_")].get("properties", {})), name
    assert {getattr(weft.topology, it).__name__ for it in weft.topology.__all__} == set(rooms["topologies"][0]) - set(rooms["machines"][0])
