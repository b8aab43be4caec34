"""The documentation site: `./run docs` builds it into build/site from docs/, the studies and the built Python module."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("WEFT_BUILD", ROOT / "build/release"))

if not list((BUILD / "python/weft").glob("_weft*.so")):
    sys.exit(f"docs/site: no Python module in {BUILD / 'python'}; build it with ./run build release weft_python")
sys.path.insert(0, str(BUILD / "python"))
os.environ["PYTHONPATH"] = str(BUILD / "python")  # for the kernels of notebooks

project = "Weft"
author = "The Weft developers"
copyright = "the Weft developers"
root_doc = "docs/site/index"
include_patterns = ["docs/**", "studies/**", "CHANGELOG.md"]
exclude_patterns = ["build", "web", "src", "test", "python", "tools", "bench", "examples", "packaging", ".*", "README.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "nbsphinx", "breathe"]
source_suffix = {".md": "markdown"}
suppress_warnings = ["myst.header"]  # reference pages skip levels of headings

myst_heading_anchors = 4
nbsphinx_execute = os.environ.get("WEFT_NOTEBOOKS", "always")
nbsphinx_timeout = 120
nbsphinx_requirejs_path = ""  # charts are SVG: no page asks the net for anything
mathjax_path = "unused.js"
autodoc_typehints = "description"
autodoc_member_order = "bysource"

DOXYGEN = ROOT / "build/doxygen"
HEADERS = ["library/interconnect.hpp", "library/wiring.hpp", "core/result.hpp", "core/error.hpp"]
breathe_projects = {"weft": str(DOXYGEN / "xml")}
breathe_default_project = "weft"

html_theme = "furo"
html_title = "Weft"
html_static_path = ["static"]
html_css_files = ["weft.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style, pygments_dark_style = "friendly", "monokai"

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(((?!https?:|#|mailto:)[^)#\s]+)(#[^)]*)?\)")
THUMBNAIL = re.compile(r'<a href="([^"]+)"><img src="([^"]+)"[^>]*alt="([^"]*)"[^>]*></a>')


def is_page(path: Path) -> bool:
    inside = path.is_relative_to(ROOT / "docs") or path.is_relative_to(ROOT / "studies") or path == ROOT / "CHANGELOG.md"
    return inside and path.suffix in (".md", ".ipynb")


def for_the_site(app, docname, source):
    """Links to files that are no pages become their paths; thumbnails in HTML become those of Markdown."""
    page = Path(app.env.doc2path(docname))
    if page.suffix != ".md":
        return

    def named(match):
        path = (page.parent / match[2]).resolve()
        if is_page(path) or not path.is_relative_to(ROOT):
            return match[0]
        if (path / "README.md").exists() and is_page(path / "README.md"):
            return f"[{match[1]}]({match[2].rstrip('/')}/README.md)"
        name = str(path.relative_to(ROOT))
        return f"`{name}`" if match[1].strip("`") in (name, match[2]) else f"{match[1]} (`{name}`)"

    source[0] = LINK.sub(named, THUMBNAIL.sub(r"[![\3](\2)](\1)", source[0]))


def fields_of(app, what, name, thing, options, lines):
    """Our docstrings state parameters as `name: meaning`, and values in single backquotes."""
    made = []
    for line in lines:
        parameter = re.match(r"(\w+(?:, \w+)*): (?=\S)", line)
        if parameter and made and (made[-1] == "" or made[-1].startswith(":param")):
            made.append(f":param {parameter[1]}: {line[parameter.end():]}")
        elif line.startswith("    ") and made and made[-1].startswith(":param"):
            made[-1] += " " + line.strip()
        else:
            made.append(line)
    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", "\n".join(made))
    text = re.sub(r"(?<=\w)_(?=[\s.,;:)])(?![^`]*`)", r"\\_", text) if "`" not in text else text
    lines[:] = [line.replace("*", r"\*") if line.startswith(":param") else line for line in text.split("\n")]


def describe_headers(app):
    """Doxygen writes what breathe shows: the headers of the public interface."""
    DOXYGEN.mkdir(parents=True, exist_ok=True)
    inputs = " ".join(str(ROOT / "src/weft" / header) for header in HEADERS)
    settings = f"""INPUT = {inputs}
        OUTPUT_DIRECTORY = {DOXYGEN}
        GENERATE_XML = YES
        GENERATE_HTML = NO
        GENERATE_LATEX = NO
        QUIET = YES
        WARN_IF_UNDOCUMENTED = NO
        JAVADOC_AUTOBRIEF = YES"""
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True)


def setup(app):
    app.connect("builder-inited", describe_headers)
    app.connect("source-read", for_the_site)
    app.connect("autodoc-process-docstring", fields_of, priority=100)
