"""The Python reference: docstrings of Weft as fields, and pages that list what the module has."""
import inspect
import re
from pathlib import Path

import weft
import weft.accepted

PARAMETERS = re.compile(r"(\w+(?:, \w+)*): (.*)")
CATALOGS = ["topology", "routing", "traffic", "pattern", "mapping", "machine", "engine", "schedules", "algorithm", "latency", "program",
            "stream", "policy", "allocation", "estimates"]
VALUES = ["Result", "Table", "Quantity", "Figure", "Grid", "Study", "Network", "Flits", "Spec", *weft.values.__all__]


def fields(lines, of_function):
    """`name: text` becomes a field of a parameter, or an entry of a list of attributes."""
    first = re.compile(r"\w+(, \w+)*: \S")
    result, inside = [], False
    for i, line in enumerate(lines):
        begins = first.match(line) and (inside or i == 0 or not lines[i - 1].strip())
        if begins:
            inside = True
            names, text = PARAMETERS.match(line).groups()
            text = escaped(text)
            if of_function:
                result += [f":param {name}: {text}" for name in names.split(", ")]
            else:
                result.append("* " + ", ".join(f"``{it}``" for it in names.split(", ")) + f": {text}")
        else:
            inside = inside and line.startswith(" ")
            result.append(line if line.lstrip().startswith((">>>", "...")) else escaped(line))
    return result


def escaped(text):
    """Text in which only code in backquotes is markup."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(it if i % 2 else re.sub(r"([*|])", r"\\\1", re.sub(r"(\w)_(?!\w)", r"\1\\_", it)) for i, it in enumerate(parts))


def docstring(app, what, name, obj, options, lines):
    """What the page of a module says stands above it already."""
    if what == "module":
        lines[:] = []
    elif any(set(it.strip()) == {"-"} for it in lines):  # numpydoc, which Napoleon reads afterwards
        lines[:] = [it if re.match(r"\S+( :|$)|[\w, ]+ : |\s*(>>>|\.\.\.|-+$)", it) else escaped(it) for it in lines]
    else:
        lines[:] = fields(lines, of_function=what in ("function", "method"))


def missing(app, env, node, contnode):
    """A type that is documented as weft.NAME."""
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].rpartition(".")[2]
    found = {"Ran", "Progress", "Input", "HasSpec", "Frame", "Column", "Net", "P", "R", "FlitsParameters", "Label", "Scalar", "Skipped", *vars(weft.accepted)}
    if name in weft.__all__:
        return env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, "obj", f"weft.{name}", node, contnode)
    return contnode if name in found else None


def write_pages(app, config):
    """A page for each catalog, in the folder of the pages that Sphinx reads."""
    folder = Path(app.srcdir) / "python"
    folder.mkdir(exist_ok=True)
    for name in CATALOGS:
        module = getattr(weft, name)
        title = inspect.getdoc(module).splitlines()[0].rstrip(".")
        text = (f"# weft.{name}\n\n{title}, as functions with typed parameters. Each returns a value whose text is that of the "
                f"command, such as `{example(name)}`; verbs accept either.\n\n```{{eval-rst}}\n.. automodule:: weft.{name}\n   :members:\n```\n")
        write(folder / f"{name}.md", text)


def example(name):
    module = getattr(weft, name)
    return str(getattr(module, module.__all__[0])())


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def substitutions():
    def rst(kind, names, *options):
        body = "\n".join(f".. {kind}:: weft.{it}\n" + "".join(f"   {line}\n" for line in options) for it in names)
        return "```{eval-rst}\n" + body + "```"

    functions = [it for it in weft.__all__ if inspect.isfunction(getattr(weft, it)) and it not in weft._verbs.__all__]
    return {
        "verbs": rst("autofunction", weft._verbs.__all__),
        "values": rst("autoclass", VALUES, ":members:"),
        "functions": rst("autofunction", functions),
        "rest": rst("autoclass", ["threads"]) + "\n\n" + rst("autoexception", ["InputError"]),
    }


def setup(app):
    app.connect("autodoc-process-docstring", docstring, priority=400)  # before Napoleon
    app.connect("missing-reference", missing)
    app.connect("config-inited", write_pages)
    app.connect("config-inited", lambda app, config: config.myst_substitutions.update(substitutions()))
    return {"parallel_read_safe": True}
