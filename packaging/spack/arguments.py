"""Prints what the recipe gives CMake with its default variants and the module for Python, a line each; no Spack needed."""
import sys
import types
from pathlib import Path

VARIANTS = {"mpi": True, "scotch": True, "python": True}


class CMakePackage:
    class spec:
        @staticmethod
        def satisfies(variant):
            return VARIANTS[variant.lstrip("+")]

    @staticmethod
    def define(name, value):
        return f"-D{name}={ {True: 'ON', False: 'OFF'}.get(value, value) }"

    def define_from_variant(self, name, variant):
        return self.define(name, VARIANTS[variant])


class python:
    path = sys.executable


names = {"CMakePackage": CMakePackage, "python": python,
         "python_platlib": f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"}
for directive in ("license", "version", "variant", "generator", "depends_on", "extends"):
    names[directive] = lambda *_, **__: None
package = types.ModuleType("spack.package")
package.__dict__.update(names)
sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})
recipe = {"__name__": "recipe"}
exec(Path(__file__).with_name("package.py").read_text(), recipe)
print(*recipe["Weft"]().cmake_args(), sep="\n")
