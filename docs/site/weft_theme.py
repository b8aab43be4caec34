"""Mends Debian's build of Furo: its style sheet lost the rules for dark systems and imports a file of the machine, and its script is a module
that is loaded as none."""
import re
from pathlib import Path

IMPORT = 'import Gumshoe from "./gumshoe-patched.js";'
NORMALIZE = re.compile(r"@import url\((/javascript/[^)]+)\);")
DARK = re.compile(r'body\[data-theme="dark"\] \{.*?display: block !important; \}', re.S)


def mend(app, failure):
    static = Path(app.outdir) / "_static"
    style = static / "styles/furo.css"
    rules = NORMALIZE.sub(lambda found: Path(f"/usr/share{found[1]}").read_text(), style.read_text())
    if "prefers-color-scheme" not in rules:
        dark = DARK.search(rules)[0].replace('[data-theme="dark"]', ':not([data-theme="light"])')
        rules += f"\n@media not print {{ @media (prefers-color-scheme: dark) {{ {dark} }} }}\n"
    style.write_text(rules)
    script = static / "scripts/furo.js"
    code = script.read_text()
    if IMPORT in code:
        script.write_text((static / "scripts/gumshoe-patched.js").read_text() + code.replace(IMPORT, ""))


def setup(app):
    app.connect("build-finished", mend)
    return {"parallel_read_safe": True}
