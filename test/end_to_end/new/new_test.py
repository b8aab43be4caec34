#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""new_test.py COMPILER INCLUDE..: what tools/new writes into a copy of the tree compiles (-fsyntax-only: snippet_test runs the examples
that it renames) and satisfies the checks of the language and the format, and bad or taken names are refused in one line, with nothing written."""
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMPILER, *INCLUDES = sys.argv[1:]
ENTRIES = {"topology": "src/weft/topology/catalog.hpp", "routing": "src/weft/routing/catalog.hpp", "pattern": "src/weft/traffic/catalog.hpp",
           "mapping": "src/weft/mapping/catalog.hpp", "verb": "src/weft/verb/verb.cpp"}
ENGINES = "".join(it.read_text() for it in (ROOT / "src/weft/engine").rglob("*.hpp"))
REFUSED = [([], "usage"), (["router", "x"], "usage"), (["topology"], "usage"), (["topology", "Big"], "small letters"),
           (["topology", "a-b"], "small letters"), (["mapping", "../x"], "small letters"), (["verb", "switch"], "word of C++"),
           (["topology", "torus"], "taken"), (["routing", "valiant"], "taken"), (["pattern", "tornado"], "taken"), (["mapping", "greedy"], "taken"),
           (["mapping", "placement"], "taken"), (["verb", "show"], "taken"), (["option", "FlowParam", "pause"], "FlowParams"),
           (["option", "FlowParams", "bytes"], "has one"), (["option"], "FlowParams")]


def tree(folder):
    return {it.relative_to(folder): it.read_bytes() for it in folder.rglob("*") if it.is_file() and "__pycache__" not in it.parts}


def new(folder, words):
    return subprocess.run([sys.executable, folder / "tools/new", *words], capture_output=True, text=True)


def compiles(folder, path):
    includes = [f"-I{it}" for it in (folder / "src", folder / "test", *INCLUDES)]
    done = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *includes, folder / path],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def header_test(folder, path):
    """A header of a catalog, as a source."""
    source = folder / "catalog_test.cpp"
    source.write_text(f'#include "{path.removeprefix("src/")}"\n')
    return source.relative_to(folder)


def satisfies_checks(folder, path):
    """As tools/check language format: limits on the density of a word count per file here."""
    commands = [["perl", folder / "tools/check_language.pl", folder / "tools/language.txt", path]]
    if shutil.which("clang-format-16"):
        commands.append(["clang-format-16", "--dry-run", "--Werror", path])
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as scratch:
    copy = Path(scratch)
    for part in ("src", "test", "docs/how-to", "tools", "python/test"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("data", "__pycache__"))
    shutil.copy(ROOT / ".clang-format", copy)
    before = tree(copy)
    for words, why in REFUSED:
        done = new(copy, words)
        assert done.returncode == 2 and why in done.stderr and done.stderr.count("\n") == 1 and not done.stdout, (words, done)
    assert tree(copy) == before

    blocked = copy / "test/verb/half/half_test.cpp.part"  # the source could be written, and its folder made
    blocked.mkdir(parents=True)
    done = new(copy, ["verb", "half"])
    assert done.returncode == 2 and "nothing is written" in done.stderr and tree(copy) == before, done
    assert not (copy / "src/weft/verb/half").exists()
    shutil.rmtree(blocked.parent)

    options = [it for it in re.findall(r"\w+Params", new(copy, ["option"]).stderr) if re.search(rf"&{it}::", ENGINES)]
    options += ["FailureParams", "LoadParams"]  # two schemas contain members of each
    assert "FlowParams" in options
    for words in [*((kind, f"fresh_{kind}") for kind in ENTRIES), *(("option", it, f"fresh_{it.lower()}") for it in options)]:
        done = new(copy, words)
        assert done.returncode == 0 and not done.stderr, done
        assert new(copy, words).returncode == 2, "a second time the name is taken"
    after = tree(copy)
    made = sorted(str(it) for it in after.keys() - before.keys())
    changed = {str(it) for it in before if after[it] != before[it]}
    for kind, entry in ENTRIES.items():
        assert entry in changed and re.search(rf"\bFresh{kind.capitalize()}\b", after[Path(entry)].decode())
        assert f"fresh_{kind}" in after[Path("python/test/same_numbers.txt")].decode()
        assert sum(f"fresh_{kind}" in it and it.endswith("_test.cpp") for it in made) == 1
    # A verb: header, source, test, list, estimate, comparison. An option: its struct and its test.
    assert len([it for it in made if "fresh_verb" in it]) == 3 and "test/support/estimate_requests.hpp" in changed
    assert len([it for it in changed if not it.startswith("src/weft/engine/")]) == len(ENTRIES) + 4
    for path in made:
        assert after[Path(path)].decode().startswith("// SPDX-License-Identifier: "), path
        if path.endswith("pp"):
            assert max(map(len, after[Path(path)].decode().splitlines())) <= 140, path
            satisfies_checks(copy, path)
    sources = [it for it in made if it.endswith(".cpp")] + ["src/weft/verb/verb.cpp", header_test(copy, ENTRIES["mapping"])]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda it: compiles(copy, it), sources))
