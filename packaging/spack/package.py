# Spack: copy into a repository as packages/weft/package.py. Its CMake arguments have been tried, Spack has not
# (docs/how-to/install.md).
from spack.package import *


class Weft(CMakePackage):
    """Design, route, map and simulate the interconnects of supercomputers."""

    git = "file:///path/to/weft"  # where the sources are

    license("Apache-2.0")
    version("main", branch="main")

    variant("mpi", default=True, description="Run over several processes")
    variant("scotch", default=True, description="The mapping `scotch`")
    variant("python", default=False, description="The module for Python")

    generator("ninja")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("fmt@9:")
    depends_on("intel-oneapi-tbb")
    depends_on("random123")
    depends_on("cli11")
    depends_on("tomlplusplus +shared")
    depends_on("nlohmann-json")
    depends_on("pugixml")
    depends_on("sqlite")
    depends_on("zlib-api")
    depends_on("xz")
    depends_on("md4c")
    depends_on("eigen")
    depends_on("spectra")
    depends_on("metis@5")
    depends_on("boost")
    depends_on("clp")
    depends_on("coinutils")
    depends_on("cpp-httplib")
    depends_on("mpi", when="+mpi")
    depends_on("scotch", when="+scotch")
    extends("python", when="+python")
    depends_on("py-pybind11", when="+python", type="build")
    depends_on("py-numpy", when="+python", type="run")

    @property
    def build_targets(self):
        return ["all", "weft_python"] if self.spec.satisfies("+python") else ["all"]

    def cmake_args(self):
        args = [
            self.define("WEFT_NATIVE", False),  # Spack's compiler wrapper adds the processor
            self.define("WEFT_TESTS", False),
            self.define("WEFT_BENCHMARKS", False),
            self.define_from_variant("WEFT_MPI", "mpi"),
            self.define_from_variant("WEFT_SCOTCH", "scotch"),
            self.define_from_variant("WEFT_PYTHON", "python"),
        ]
        if self.spec.satisfies("+python"):
            args.append(self.define("Python3_EXECUTABLE", python.path))
            args.append(self.define("WEFT_PYTHON_DIR", python_platlib))
        return args
