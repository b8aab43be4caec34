// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/app/figure_style.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/json.hpp"
#include "weft/render/picture_file.hpp"
#include "weft/report/parts.hpp"
#include "weft/study/store/store.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

struct FigureCommand {
  struct Params {
    std::string path = {};
    std::string figure = {};
    std::string output = {};
    chart::Theme theme = chart::Theme::light;
    chart::Width width = chart::Width::page;
    chart::Look look = chart::Look::screen;
  };
  static constexpr std::string_view name = "figure";
  static constexpr std::string_view doc = "list the figures of a saved result, or draw one";
  static constexpr std::tuple schema{
      param("path", &Params::path,
            "a result.json, the directory that -o wrote, or a run of a study: DIR/runs/ID")
          .positional("PATH")
          .required(),
      param("figure", &Params::figure, "figure to draw; default: list the figures").positional("NAME"),
      param("output", &Params::output,
            "output file, .svg, .pdf or .png, or .vl.json for Vega-Lite; default: standard output, as SVG"),
      param("theme", &Params::theme, theme_doc),
      param("width", &Params::width, width_doc),
      param("style", &Params::look, style_doc)};
};

/// Returns the run of a study that a path DIR/runs/ID denotes; nullopt for other paths.
std::optional<Result> stored_run(std::filesystem::path given) {
  if (given.filename().empty()) given = given.parent_path();
  auto const id = given.filename().string();
  auto const folder = given.parent_path().parent_path();
  if (given.parent_path().filename() != "runs" || !std::filesystem::exists(folder / "results.sqlite"))
    return {};
  study::Store const store(folder, study::Store::Open::existing);
  std::vector<std::string> ids;
  for (auto const& run : store.runs()) {
    if (run.version != study::result_version) continue;
    ids.push_back(store.metadata(run.number).key.id);
    if (ids.back() == id) return store.result(run.number);
  }
  throw InputError("no run '" + shown(id) + "'", "", suggest(id, ids), "path");
}

/// Returns the figures of a result. Throws InputError for a result without data that its version of Weft
/// should have written.
std::vector<chart::Figure> figures_in(Result const& result, std::string const& path) {
  if (result.verb.empty())
    throw InputError("the result does not contain the name of its verb",
                     "an earlier version of Weft, or a study, wrote the result", "run the command again",
                     path);
  try {
    return verb::figures_of(result);
  } catch (std::out_of_range const& error) {
    throw InputError(error.what(), "the file differs from the one that weft wrote", "run the command again",
                     path);
  }
}

Result listed(std::vector<chart::Figure> const& figures) {
  Table table{"figures", "Figures", {{"figure"}, {"title"}, {"shows"}, {"caption"}}, {}};
  for (auto const& figure : figures) table.add_row({figure.name, figure.title, figure.table, figure.caption});
  Result result;
  table.digest.role = Digest::Role::whole;
  result.tables = {std::move(table)};
  return result;
}

chart::Figure const& find_figure(std::vector<chart::Figure> const& figures, std::string const& name) {
  std::vector<std::string> names;
  for (auto const& figure : figures) {
    if (figure.name == name) return figure;
    names.push_back(figure.name);
  }
  throw InputError("no figure '" + shown(name) + "'", names.empty() ? "the result has no figures" : "",
                   suggest(name, names), "figure");
}

int figure_command_of(FigureCommand::Params const& params, Output const& output) {
  bool const is_vega_lite = params.output.ends_with(report::vega_lite_extension);
  if (!params.output.empty() && !is_vega_lite) render::require_picture_extension(params.output);
  auto const stored = stored_run(params.path);
  auto const result = stored ? *stored : read_result(params.path);
  auto const figures = figures_in(result, params.path);
  if (params.figure.empty()) {
    output.give(listed(figures));
    return 0;
  }
  auto const& figure = find_figure(figures, params.figure);
  if (is_vega_lite) {
    auto const chart = vega_lite(figure);
    if (chart.empty())
      throw InputError("figure " + figure.name + " cannot be written as Vega-Lite",
                       "the figure is not a chart", "use a file name that ends in .svg, .pdf or .png",
                       "output");
    write_file(params.output, chart);
    return 0;
  }
  auto const svg = to_svg(figure, {params.theme, params.width, params.look});
  if (params.output.empty())
    fmt::print("{}", svg);
  else
    write_file(params.output, render::picture_bytes(svg, params.output));
  return 0;
}

}  // namespace

Command figure_command() { return command_of<FigureCommand>(true, figure_command_of); }

}  // namespace weft::app
