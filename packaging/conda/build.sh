#!/bin/bash
# Builds Weft into $PREFIX with $PYTHON, as conda-build sets them; CMAKE_ARGS holds what else the compilers of conda need.
set -euo pipefail
version=$("$PYTHON" -c 'import sys; print(f"{sys.version_info[0]}.{sys.version_info[1]}")')
cmake -S . -B build-conda -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib -DWEFT_NATIVE=OFF -DWEFT_TESTS=OFF -DWEFT_BENCHMARKS=OFF -DWEFT_MPI=OFF \
  -DPython3_EXECUTABLE="$PYTHON" -DWEFT_PYTHON_DIR="lib/python$version/site-packages"
cmake --build build-conda --target all weft_python
cmake --install build-conda
