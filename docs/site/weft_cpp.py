"""The C++ reference: what each public header declares, in its order, as doxygen found it."""
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HEADERS = {"interconnect": "library/interconnect.hpp", "wiring": "library/wiring.hpp", "result": "core/result.hpp", "table": "core/table.hpp",
           "array": "core/array.hpp", "param": "core/param.hpp", "spec": "core/spec.hpp", "error": "core/error.hpp"}
ENTRY = {"class": "doxygenclass", "struct": "doxygenstruct", "function": "doxygenfunction", "typedef": "doxygentypedef", "enum": "doxygenenum"}


def declarations(xml):
    """By header: line, kind and name of what is in the namespace weft."""
    found = {}
    for file in [*xml.glob("class*.xml"), *xml.glob("struct*.xml"), xml / "namespaceweft.xml"]:
        compound = ElementTree.parse(file).getroot()[0]
        for it in [compound] if compound.get("kind") != "namespace" else compound.iter("memberdef"):
            kind, name = it.get("kind"), it.findtext("compoundname") or "weft::" + it.findtext("name", "")
            if kind == "function":
                name += it.findtext("argsstring", "")
            place = it.find("location")
            if kind in ENTRY and (it.get("id", "").startswith("namespace") or name.count("::") == 1) and "<" not in name.partition("(")[0]:
                header = next((key for key, path in HEADERS.items() if place.get("file").endswith(path)), "")
                found.setdefault(header, []).append((int(place.get("line")), kind, name))
    return found


def substitutions(xml):
    def text(entries):
        options = {"class": "   :members:\n   :undoc-members:\n", "struct": "   :members:\n   :undoc-members:\n"}
        return "```{eval-rst}\n" + "\n".join(f".. {ENTRY[kind]}:: {name}\n{options.get(kind, '')}" for _, kind, name in sorted(entries)) + "```"

    found = declarations(xml)
    return {f"cpp_{key}": text(found[key]) for key in HEADERS}


def setup(app):
    app.connect("config-inited", lambda app, config: config.myst_substitutions.update(substitutions(Path(config.breathe_projects["weft"]))))
    return {"parallel_read_safe": True}
