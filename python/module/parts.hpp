// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

/// The module `weft._weft`, the interface between Python and C++. The package (python/weft) converts its
/// results to Python values.
namespace weft::python {

namespace py = pybind11;

/// InputError, and the exception of Ctrl-C.
void add_errors(py::module_& module);
/// Results, with their arrays as views and their charts as values.
void add_results(py::module_& module);
/// Tables as arrays and as text.
void add_tables(py::module_& module);
/// Tables as streams of Arrow's C interface.
void add_arrow(py::module_& module);
/// The verbs, and studies.
void add_verbs(py::module_& module);
/// Networks as arrays, and networks from Python.
void add_networks(py::module_& module);
/// Searches in graphs of other libraries.
void add_graphs(py::module_& module);
/// Simulations of flits in steps.
void add_flits(py::module_& module);

}  // namespace weft::python
