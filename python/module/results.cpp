// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <pybind11/stl.h>

#include "module/charts.hpp"
#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/chart/figure.hpp"
#include "weft/chart/theme.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/former_names.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/render/picture_file.hpp"
#include "weft/report/explorer_page.hpp"
#include "weft/report/files.hpp"
#include "weft/report/parts.hpp"
#include "weft/report/sections.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/verb.hpp"

namespace weft::python {
namespace {

using File = std::pair<std::string, std::string>;  ///< name and content

py::dict arrays_of(py::object const& self) {
  py::dict arrays;
  for (auto const& array : self.cast<Ran&>().result.arrays)
    std::visit(
        [&](auto const& values) { arrays[py::str(array.name)] = view_of(values.data(), array.shape, self); },
        array.values);
  return arrays;
}

/// Returns the figures of the verb, or of the study.
std::vector<chart::Figure> figures_of(Ran const& ran) {
  return ran.figures.empty() ? verb::figures_of(ran.result) : ran.figures;
}

RanPtr read(std::string const& path) {
  auto ran = std::make_shared<Ran>();
  ran->result = read_result(path);
  return ran;
}

void save(Ran const& ran, std::string const& folder) {
  if (!ran.document.empty()) return report::write_files(folder, ran.document);
  auto files = report::files_of(ran.result);
  files.insert(files.end(), ran.more_files.begin(), ran.more_files.end());
  for (auto const& figure : figures_of(ran))
    files.push_back(report::described({figure.name + ".svg", to_svg(figure)}, ran.result));
  report::write_files(folder, files);
}

void report(std::string const& file, std::vector<RanPtr> const& results, std::string const& title) {
  report::require_writable_file(file);
  std::vector<report::Part> parts;
  for (auto const& ran : results) parts.push_back(ran->page ? *ran->page : report::part_of(ran->result));
  report::write_report(file, parts, {.title = title});
}

/// Returns the names and the bytes of files.
py::list listed(std::vector<OutputFile> const& files) {
  py::list list;
  for (auto const& file : files) list.append(py::make_tuple(file.name, py::bytes(file.content)));
  return list;
}

void set_rest(Ran& ran, std::tuple<bool, std::vector<File>, std::vector<File>> const& rest) {
  ran.met = std::get<0>(rest);
  for (auto const& [name, content] : std::get<1>(rest)) ran.document.push_back({name, content});
  for (auto const& [name, content] : std::get<2>(rest)) ran.more_files.push_back({name, content});
}

/// Returns the keys and values of the request.
std::vector<std::pair<std::string, std::string>> words_that_asked(Ran const& ran) {
  std::vector<std::pair<std::string, std::string>> words;
  if (ran.result.request.empty()) return words;
  for (auto const& [key, value] : Spec::parse(ran.result.request).arguments) words.emplace_back(key, value);
  return words;
}

}  // namespace

void add_results(py::module_& module) {
  py::class_<Ran, RanPtr>(module, "Ran", "a result of C++")
      .def("json", [](Ran const& ran) { return result_json(ran.result); })
      .def_property_readonly("request", &words_that_asked)
      .def_property_readonly("command", [](Ran const& ran) { return report::command_of(ran.result); })
      .def("text",
           [](Ran const& ran, std::size_t columns) {
             return format_result(ran.result, {.line = columns, .rows = brief_rows, .details = {"run"}});
           })
      .def("arrays", &arrays_of)
      .def("figures", &figures_of)
      .def("files", [](Ran const& ran) { return listed(report::files_of(ran.result)); })
      // data that a saved result omits
      .def_property(
          "rest",
          [](Ran const& ran) {
            return py::make_tuple(ran.met, listed(ran.document), listed(ran.more_files));
          },
          &set_rest)
      .def("save", &save, py::call_guard<py::gil_scoped_release>())
      .def_readonly("met", &Ran::met)
      .def_readonly("runs", &Ran::runs)
      .def_property_readonly("document", [](Ran const& ran) {
        return ran.document.empty() ? std::nullopt : std::optional<std::string_view>(ran.document[0].content);
      });
  py::class_<chart::Figure>(module, "Figure", "a figure of C++")
      .def_readonly("name", &chart::Figure::name)
      .def_readonly("title", &chart::Figure::title)
      .def_readonly("caption", &chart::Figure::caption)
      .def_readonly("table", &chart::Figure::table)
      .def_property_readonly("alt",
                             [](chart::Figure const& it) { return it.alt.empty() ? it.caption : it.alt; })
      .def("svg",
           [](chart::Figure const& it, bool follows_page) {
             return to_svg(it, {.theme = follows_page ? chart::Theme::automatic : chart::Theme::light});
           })
      // the bytes of a file with the extension of `path`
      .def("picture",
           [](chart::Figure const& it, std::string const& path) {
             auto const bytes = without_lock([&] { return render::picture_bytes(to_svg(it), path); });
             return py::bytes(bytes);
           })
      .def("vega_lite", [](chart::Figure const& it) { return chart::vega_lite(it); })
      .def("data", &chart_data);
  module.def("other_column_names", [](std::string const& name) { return other_column_names(name); });
  module.def("other_table_names", [](std::string const& name) { return other_table_names(name); });
  module.def("launch_file", [](Ran const& ran, std::string const& format, std::string const& host) {
    return verb::launch_file_of(ran.result, detail::read_enum<LaunchFormat>("format", format), host);
  });
  module.def("read", &read, py::call_guard<py::gil_scoped_release>());
  module.def("report", &report, py::arg("file"), py::arg("results"), py::arg("title") = "",
             py::call_guard<py::gil_scoped_release>());
  module.def("explorer_page", [](std::string const& link) {
    return report::explorer_page(report::ExplorerEngine::module_inside, link).html;
  });
}

}  // namespace weft::python
