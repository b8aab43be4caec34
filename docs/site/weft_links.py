"""Links of our Markdown on the site: what is no page of it, and the menu, which follows the links of index pages."""
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers import Parser
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

INDEX_PAGES = {"docs/reference": "reference", "examples": "examples"}
LINK = re.compile(r"\]\(([\w./-]+?)(/README)?\.md\)")


class SourceCode(Parser):
    """A source file as a page; its first comment says what it is for."""

    supported = ("source code",)

    def parse(self, inputstring, document):
        name = Path(document["source"]).name
        comment, code = re.match(r"((?://[^\n]*\n)*)(.*)", inputstring, re.S).groups()
        purpose = re.sub(r"(^|\s)//", "", comment).strip()
        section = nodes.section("", nodes.title(name, name), nodes.paragraph(purpose, purpose), ids=["source"])
        section += nodes.literal_block(code, code, language="c++")
        document += section


class RepositoryLinks(SphinxTransform):
    """A link to a folder is one to its index page; one to a file that is no page keeps its text only."""

    default_priority = 200

    def apply(self, **_):
        links = [it for it in self.document.findall(addnodes.pending_xref) if it.get("reftype") == "myst"]
        links += [it for it in self.document.findall(addnodes.download_reference) if it.get("reftype") == "myst"]
        for link in links:
            self.resolve(link)

    def resolve(self, link):
        root = Path(self.env.srcdir)
        target, _, anchor = link["reftarget"].partition("#")
        if not target or "://" in target:
            return
        at = Path(self.env.relfn2path(target, self.env.docname)[1])
        path = at.relative_to(root).as_posix() if at.is_relative_to(root) else ""
        docname = self.env.path2doc(str(at)) or path
        page = next((it for it in (INDEX_PAGES.get(path), docname, f"{path}/README") if it in self.env.found_docs), None)
        if page is None:
            if (Path(self.config.repository) / path).exists():
                link.replace_self(link.children)
            return  # else it is broken, which Sphinx tells
        if isinstance(link, addnodes.download_reference) or not target.endswith((".md", ".cpp")):
            link.replace_self(addnodes.pending_xref("", *link.children, refdoc=self.env.docname, refdomain="std", reftype="doc",
                                                    reftarget="/" + page, refexplicit=True, refwarn=True))


def menu(app, docname, source):
    """Index pages get a menu of the pages that they link."""
    if docname == "docs/gallery":
        pages = sorted((it for it in app.env.found_docs if it.startswith("studies/")), key=lambda it: (it.count("/"), it))
    elif docname.endswith("/README") and docname.startswith("docs/"):
        folder = docname.rpartition("/")[0]
        linked = dict.fromkeys(f"{folder}/{it[1]}" for it in LINK.finditer(source[0]))
        linked |= dict.fromkeys(f"{folder}/{it}" for it in re.findall(r"\]\(([\w-]+)\.ipynb\)", source[0]))
        pages = [it for it in linked if it in app.env.found_docs]
    else:
        return
    source[0] += "\n```{toctree}\n:hidden:\n" + "".join(f"/{it}\n" for it in pages) + "```\n"


def percents(app, docname, source):
    """A line that begins with % would be a comment: it goes to the end of the line before."""
    source[0] = re.sub(r"(?<=\S)\n *(?=%)", " ", source[0])


def setup(app):
    app.add_config_value("repository", str(Path(__file__).resolve().parents[2]), "env")
    app.add_source_parser(SourceCode)
    app.add_transform(RepositoryLinks)
    app.connect("source-read", menu)
    app.connect("source-read", percents)
    return {"parallel_read_safe": True}
