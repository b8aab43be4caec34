# SPDX-License-Identifier: Apache-2.0
"""The schema of `weft list --schema`: valid, and it accepts the studies of this project and refuses wrong ones."""

import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="python3-jsonschema is not installed")

ROOT = Path(__file__).parents[2]
WEFT = os.environ.get("WEFT", str(ROOT / "build/release/bin/weft"))


@pytest.fixture(scope="module")
def schema():
    return json.loads(subprocess.run([WEFT, "list", "--schema"], check=True, capture_output=True).stdout)


@pytest.fixture(scope="module")
def validator(schema):
    return jsonschema.Draft202012Validator(schema)


def entries(schema):
    yield from schema["verbs"].items()
    for catalog in schema["catalogs"].values():
        yield from catalog["entries"].items()


def test_all_of_it_is_json_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, entry in entries(schema):
        jsonschema.Draft202012Validator.check_schema(entry), name


@pytest.mark.parametrize("file", sorted(ROOT.glob("studies/*/study.toml")), ids=lambda file: file.parent.name)
def test_accepts_our_studies(validator, file):
    validator.validate(tomllib.loads(file.read_text()))


WRONG = {
    "a key of the file": 'titel = "t"\n[[run]]\n',
    "a parameter of base": "[base]\nmesages = 2\n[[run]]\n",
    "a verb": '[[run]]\nverb = "simulat"\n',
    "a parameter of another verb": '[[run]]\nverb = "show"\nmessages = 2\n',
    "a choice": '[[run]]\nverb = "load"\ndetails = "chanels"\n',
    "a table for a number": '[[run]]\nverb = "simulate"\nmessages = { a = 1 }\n',
    "a range": '[[run]]\nsweep = { seed = "1-5" }\n',
    "no seeds": "[[run]]\nseeds = 0\n",
    "a replication without a measure": "[[run]]\nreplicate = { precision = 0.1 }\n",
    "a kind of presentation": '[[run]]\n[[present]]\nkind = "tabel"\n',
    "a table without columns": '[[run]]\n[[present]]\nkind = "table"\nname = "t"\n',
    "a key of a column": '[[run]]\n[[present]]\nkind = "table"\nname = "t"\ncolumns = [{ nam = "a" }]\n',
    "a size of one number": '[[run]]\n[[present]]\nkind = "curves"\nname = "t"\ntitle = "t"\nsize = [1]\n',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
def test_refuses_wrong_studies(validator, text):
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(tomllib.loads(text))


def test_the_module_gives_the_same_document(schema):
    import weft

    assert json.loads(str(weft.list(schema=True).document)) == schema
