// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

/// The module `weft._weft`: what Python calls. The package around it (python/weft) makes Python's own values
/// of what it gives.
namespace weft::python {

namespace py = pybind11;

/// InputError, and what Ctrl-C becomes.
void add_errors(py::module_& module);
/// Results, with their arrays as views and their charts as values.
void add_results(py::module_& module);
/// Tables as streams of Arrow's C interface.
void add_arrow(py::module_& module);
/// The verbs, and studies.
void add_verbs(py::module_& module);
/// Networks as arrays, and those that Python brings.
void add_networks(py::module_& module);
/// Simulations of flits in steps.
void add_flits(py::module_& module);

}  // namespace weft::python
