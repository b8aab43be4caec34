# SPDX-License-Identifier: Apache-2.0
"""Builds the module by CMake. An sdist contains the sources of the C++ library in the folder `library`."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "library" if (HERE / "library").exists() else HERE.parent
SOURCES = ["CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "CHANGELOG.md", "cmake", "src", "packaging", "web/dist",
           "python/CMakeLists.txt", "python/module"]


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = Path(os.environ.get("WEFT_BUILD", self.build_temp)).resolve()
        further = os.environ.get("CMAKE_ARGS", "").split()
        subprocess.run(["cmake", "-S", LIBRARY, "--preset", "package", "-B", build, f"-DPython3_EXECUTABLE={sys.executable}",
                        *further], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "weft_python"], check=True)
        module = Path(self.get_ext_fullpath(extension.name))
        module.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "python" / "weft" / module.name, module)


class SourcesOfLibrary(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in SOURCES:
            target = Path(base_dir, "library", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (LIBRARY / name).is_dir() else shutil.copy)(LIBRARY / name, target)


setup(
    version=re.search(r"project\(weft VERSION ([\d.]+)", (LIBRARY / "CMakeLists.txt").read_text())[1],
    packages=["weft"],
    py_modules=["_weft_networkx"],
    package_data={"weft": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("weft._weft", [])],
    cmdclass={"build_ext": CMakeBuild, "sdist": SourcesOfLibrary},
    zip_safe=False,
)
