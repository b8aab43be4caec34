"""Settings of the documentation site. tools/site lays out the pages and calls Sphinx with them."""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "docs/site")]
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # a warning of Debian's ipykernel in every notebook

project = "Weft"
copyright = "the authors of Weft; Apache-2.0"
extensions = ["myst_parser", "nbsphinx", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "breathe", "weft_cpp", "weft_links", "weft_python", "weft_pictures", "weft_theme"]
source_suffix = {".md": "markdown", ".cpp": "source code"}
exclude_patterns = ["docs/site", "**.ipynb_checkpoints"]
nitpicky = True
nitpick_ignore_regex = [
    ("cpp:identifier", ".*"),  # the standard library, and members of Weft's own classes without documentation
    ("py:class", r"(numpy|np|pandas|matplotlib|networkx|igraph|scipy|collections|pathlib|os|typing|types|contextlib)\..*"),
    ("py:class", r"(Plot|PathLike|Numbers|optional|Any|Iterator|Iterable|Sequence|P|R)"),
]
pygments_style, pygments_dark_style = "vs", "github-dark"  # their comments are dark and bright enough to read

smartquotes_action = "q"  # two hyphens are those of an option
myst_heading_anchors = 4
myst_enable_extensions = ["substitution", "html_image"]
suppress_warnings = ["myst.header"]  # tables of the changelog and lists of names skip a level

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_param = napoleon_use_rtype = False  # types in docstrings are words, not references
default_role = "code"
python_use_unqualified_type_names = True

breathe_projects = {"weft": str(ROOT / "build/site-source/.doxygen/xml")}
breathe_default_project = "weft"
breathe_show_include = False

nbsphinx_execute = "always"
nbsphinx_kernel_name = "python3"
nbsphinx_timeout = 120
nbsphinx_codecell_lexer = "ipython3"
nbsphinx_prompt_width = "0"
nbsphinx_assume_equations = False  # MathJax would come from the net
nbsphinx_requirejs_path = nbsphinx_widgets_path = ""

html_theme = "furo"
html_title = "Weft"
html_static_path = ["static"]
html_css_files = ["weft.css"]
html_extra_path = [str(ROOT / "build/site-source/.extra")]
html_copy_source = False
html_show_search_summary = False  # it fetches pages, which browsers refuse from disk
html_permalinks_icon = "#"
