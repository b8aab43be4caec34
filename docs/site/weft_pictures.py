"""Pictures with links: thumbnails of the gallery, and a card for every topology."""
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from pathlib import Path

LINKED_IMAGE = re.compile(r'<a href="([^"]+)"><img src="([^"]+)" width="\d+" alt="([^"]*)"></a>')


def as_markdown(app, docname, source):
    source[0] = LINKED_IMAGE.sub(r"[![\3](\2)](\1)", source[0])


class Topologies(Directive):
    """A card for every picture of docs/reference/pictures: to the page of the family, and into the explorer."""

    def run(self):
        env = self.state.document.settings.env
        cards = []
        for picture in sorted(Path(env.srcdir, "docs/reference/pictures").glob("*.svg")):
            name = picture.stem
            uri = f"/docs/reference/pictures/{picture.name}"
            image = nodes.image(uri=uri, alt=f"{name}, drawn with its default parameters")
            links = f"[{name}](docs/reference/topologies.md#{name})"
            cards.append((image, links, name))
        grid = nodes.container(classes=["cards"])
        for image, text, name in cards:
            card = nodes.container(classes=["card"])
            card += image
            caption = nodes.Element()
            self.state.nested_parse([text], 0, caption)
            card += caption.children
            if name != "file":
                link = nodes.reference("", "open in the explorer", refuri=f"weft-explorer.html#show?topology={name}", internal=False)
                card += nodes.paragraph("", "", link)
            grid += card
        return [grid]


def setup(app):
    app.add_directive("topology-cards", Topologies)
    app.connect("source-read", as_markdown)
    return {"parallel_read_safe": True}
