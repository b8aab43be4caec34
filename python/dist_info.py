# SPDX-License-Identifier: Apache-2.0
"""Writes the metadata of the distribution where the module is installed without pip.

dist_info.py VERSION FOLDER: FOLDER is weft-VERSION.dist-info; the content is that of pyproject.toml.
"""
import shutil
import sys
from pathlib import Path

import tomllib

HERE = Path(__file__).resolve().parent


def metadata(project: dict, version: str) -> str:
    """Returns the file METADATA (PEP 566)."""
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}",
             f"License: {project['license']['text']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {it}" for it in project["dependencies"]]
    for extra, needed in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {it}; extra == "{extra}"' for it in needed]
    return "\n".join(lines) + "\n"


def entry_points(project: dict) -> str:
    """Returns the file entry_points.txt."""
    groups = project.get("entry-points", {}) | ({"console_scripts": project["scripts"]} if "scripts" in project else {})
    return "\n".join("\n".join([f"[{group}]", *(f"{key} = {it}" for key, it in names.items()), ""]) for group, names in groups.items())


def main() -> None:
    version, folder = sys.argv[1], Path(sys.argv[2])
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for older in folder.parent.glob("weft-*.dist-info"):  # NetworkX would find the backend twice
        shutil.rmtree(older)
    folder.mkdir(parents=True)
    for name, text in (("METADATA", metadata(project, version)), ("entry_points.txt", entry_points(project)), ("INSTALLER", "cmake\n")):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
