"""Python gives the tables that the command gives."""
import json
import os
import subprocess

import pytest

import weft
from weft import schema

SCENARIOS = [
    ("show", ["torus:sides=4x4"], {}),
    ("show", ["dragonfly:p=2,a=4,h=2"], {"metrics": "diameter,avg_dist"}),
    ("show", ["slim_fly:q=5"], {"failed_links": 0.1, "seed": 3}),
    ("route", ["torus:sides=4x4"], {"from_": 0, "to": 5}),
    ("load", ["torus:sides=4x4"], {"pattern": "transpose"}),
    ("load", ["torus:sides=4x4"], {"pattern": "halo", "grid": (4, 4), "users": "1-2"}),
    ("load", ["percs:supernodes=4,links=2"], {"grid": [8, 16]}),
    ("map", ["torus:sides=4x4"], {"pattern": "halo"}),
    ("simulate", ["ring:routers=8"], {"traffic": "uniform", "messages": 3}),
    ("simulate", ["torus:sides=4x4"], {"engine": "flit:cycles=500,warm_up=200", "traffic": "uniform"}),
    ("sweep", ["torus:sides=4x4"], {"rates": [0.1, 0.3], "engine": "flit:cycles=500,warm_up=200"}),
    ("deadlock", ["ring:routers=8"], {"vcs": 1}),
    ("collective", ["broadcast", "ring:routers=8"], {"bytes": "1k"}),
    ("schedule", ["sparse_torus:dimensions=2,side=4"], {}),
    ("balance", ["torus:sides=4x4"], {}),
    ("universality", ["torus:sides=4x4"], {}),
]
COMPARE = ("compare", [["torus:sides=4x4", "ring:routers=16"]], {})


def command(verb, args, options):
    """What the command prints with --json."""
    words = [it for arg in args for it in (arg if isinstance(arg, list) else [arg])]
    for name, value in options.items():
        text = "x".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        words += [f"--{name.rstrip('_')}", text]
    done = subprocess.run([os.environ["WEFT"], verb, *words, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


def without_times(tables):
    """Tables but for the columns of wall time and speed."""
    kept = []
    for table in tables:
        names = [it["name"] for it in table["columns"]]
        timed = {i for i, it in enumerate(names) if it in ("time", "seconds", "million_hops_per_second", "speed") or "second" in it}
        if table["name"] == "speed":
            continue
        kept.append((table["name"], [[it for i, it in enumerate(row) if i not in timed] for row in table["rows"]]))
    return kept


@pytest.mark.parametrize(("verb", "args", "options"), [*SCENARIOS, COMPARE], ids=lambda it: it if isinstance(it, str) else "")
def test_tables_equal_those_of_the_command(verb, args, options):
    result = getattr(weft, verb)(*args, **options)
    expected = command(verb, args, options)
    assert result.run_id == expected["run"]
    assert without_times(json.loads(result.to_json())["tables"]) == without_times(expected["tables"])


def test_every_verb_has_its_function():
    for verb, entry in schema()["verbs"].items():
        if verb in ("list",):
            continue
        function = getattr(weft, verb)
        for name in entry["properties"]:
            assert name in function.__doc__ or f"{name}_" in function.__doc__, f"{verb} {name}"
