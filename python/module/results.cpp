#include <filesystem>
#include <string>
#include <variant>

#include <pybind11/stl.h>

#include "module/charts.hpp"
#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/chart/figure.hpp"
#include "weft/chart/theme.hpp"
#include "weft/chart/vega.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/publish/files.hpp"
#include "weft/publish/parts.hpp"
#include "weft/report/explorer_page.hpp"
#include "weft/verb/verb.hpp"

namespace weft::python {
namespace {

py::dict arrays_of(py::object const& self) {
  py::dict arrays;
  for (auto const& array : self.cast<Ran&>().result.arrays)
    std::visit([&](auto const& values) { arrays[py::str(array.name)] = view_of(values.data(), array.shape, self); },
               array.values);
  return arrays;
}

py::dict figure_dict(chart::Figure const& figure) {
  py::dict entry;
  entry["name"] = figure.name;
  entry["title"] = figure.title;
  entry["caption"] = figure.caption;
  entry["alt"] = figure.alt.empty() ? figure.caption : figure.alt;
  entry["table"] = figure.table;
  entry["svg"] = to_svg(figure);
  entry["adaptive_svg"] = to_svg(figure, {.theme = chart::Theme::automatic});
  entry["vega_lite"] = chart::vega_lite(figure);
  entry["data"] = chart_data(figure);
  return entry;
}

py::list figures_of(Ran const& ran) {
  py::list figures;
  for (auto const& figure : verb::figures_of(ran.result)) figures.append(figure_dict(figure));
  return figures;
}

RanPtr read(std::string const& path) {
  auto ran = std::make_shared<Ran>();
  ran->result = read_result(path);
  return ran;
}

void save(Ran const& ran, std::string const& folder) {
  publish::write_files(folder, ran.document ? std::vector{*ran.document} : publish::files_of(ran.result));
}

void report(std::string const& file, std::vector<RanPtr> const& results, std::string const& title) {
  publish::require_writable_file(file);
  std::vector<report::Part> parts;
  for (auto const& ran : results) parts.push_back(ran->page ? *ran->page : publish::part_of(ran->result));
  publish::write_report(file, parts, {.title = title});
}

/// The name and the bytes of each file of a saved result.
py::list files_of(Ran const& ran) {
  py::list files;
  for (auto const& file : publish::files_of(ran.result)) files.append(py::make_tuple(file.name, py::bytes(file.content)));
  return files;
}

}  // namespace

void add_results(py::module_& module) {
  py::class_<Ran, RanPtr>(module, "Ran", "a result of C++")
      .def("json", [](Ran const& ran) { return result_json(ran.result); })
      .def("text", [](Ran const& ran, std::size_t columns) { return result_text(ran.result, {.line = columns}); })
      .def("arrays", &arrays_of)
      .def("figures", &figures_of)
      .def("files", &files_of)
      .def("save", &save, py::call_guard<py::gil_scoped_release>())
      .def_readonly("met", &Ran::met)
      .def_readonly("runs", &Ran::runs)
      .def_readonly("told", &Ran::told)
      .def_property_readonly("document", [](Ran const& ran) -> std::optional<std::string> {
        if (!ran.document) return {};
        return ran.document->content;
      });
  module.def("read", &read, py::call_guard<py::gil_scoped_release>());
  module.def("report", &report, py::arg("file"), py::arg("results"), py::arg("title") = "",
             py::call_guard<py::gil_scoped_release>());
  module.def("explorer_page", [](std::string const& link) {
    return report::explorer_page(report::ExplorerEngine::module_inside, link).html;
  });
}

}  // namespace weft::python
