// SPDX-License-Identifier: Apache-2.0
#include "module/parts.hpp"
#include "weft/study/key_doc.hpp"
#include "weft/verb/schema.hpp"
#include "weft/version.hpp"

PYBIND11_MODULE(_weft, module) {
  module.doc() = "Weft's C++ library; use the package weft";
  module.attr("version") = std::string(weft::version);
  weft::verb::describe_studies_by(weft::study::schema_definitions);
  weft::python::add_errors(module);
  weft::python::add_results(module);
  weft::python::add_tables(module);
  weft::python::add_arrow(module);
  weft::python::add_verbs(module);
  weft::python::add_networks(module);
  weft::python::add_graphs(module);
  weft::python::add_flits(module);
}
