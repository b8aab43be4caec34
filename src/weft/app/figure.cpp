// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/app/figure_style.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/atomic_folder.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
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
  };
  static constexpr std::string_view name = "figure";
  static constexpr std::string_view doc = "list the figures of a saved result, or draw one";
  static constexpr std::tuple schema{
      param("path", &Params::path,
            "a result.json, the directory that -o wrote, or a run of a study: DIR/runs/ID")
          .positional("PATH")
          .required(),
      param("figure", &Params::figure, "the figure; default: list them").positional("NAME"),
      param("output", &Params::output,
            "the file, .svg, .pdf or .png (these two by rsvg-convert); default: standard output, as SVG"),
      param("theme", &Params::theme, theme_doc), param("width", &Params::width, width_doc)};
};

/// A run of a study, by the study's directory, `runs` and its id; nothing if the path is of another form.
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
    ids.push_back(store.facts(run.number).key.id);
    if (ids.back() == id) return store.result(run.number);
  }
  throw InputError("no run '" + shown(id) + "'", "", suggest(id, ids), "path");
}

/// The figures of a result; a result that lacks what its version of Weft should have written is wrong input.
std::vector<chart::Figure> figures_in(Result const& result, std::string const& path) {
  if (result.verb.empty())
    throw InputError("it does not say which verb it answers",
                     "an earlier version of weft wrote it, or it is a study", "run it again", path);
  try {
    return verb::figures_of(result);
  } catch (std::out_of_range const& error) {
    throw InputError(error.what(), "the file is not what weft wrote", "run it again", path);
  }
}

Result listed(Result const& from, std::vector<chart::Figure> const& figures) {
  Table table{"figures", "Figures", {{"figure"}, {"title"}, {"shows"}, {"caption"}}, {}};
  for (auto const& figure : figures) table.add_row({figure.name, figure.title, figure.table, figure.caption});
  Result result;
  result.scenario = from.scenario;
  result.tables = {std::move(table)};
  return result;
}

chart::Figure const& find_figure(std::vector<chart::Figure> const& figures, std::string const& name) {
  std::vector<std::string> names;
  for (auto const& figure : figures) {
    if (figure.name == name) return figure;
    names.push_back(figure.name);
  }
  throw InputError("no figure '" + shown(name) + "'", names.empty() ? "the result has none" : "",
                   suggest(name, names), "figure");
}

/// Runs rsvg-convert; false if it is not installed.
bool convert(std::string const& format, std::filesystem::path const& from, std::filesystem::path const& to) {
  std::array<std::string, 6> words{"rsvg-convert", "-f", format, "-o", to.string(), from.string()};
  std::array<char*, 7> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  int const error = posix_spawnp(&child, "rsvg-convert", nullptr, nullptr, arguments.data(), environ);
  if (error == ENOENT) return false;
  int status = 0;
  while (error == 0 && waitpid(child, &status, 0) != child && errno == EINTR) throw_if_interrupted();
  if (error != 0 || status != 0)
    throw InputError("rsvg-convert could not write " + to.string(), "", "write an .svg file", "output");
  return true;
}

void write_figure(std::filesystem::path const& path, std::string const& svg) {
  auto const ending = path.extension().string();
  if (ending.empty() || ending == ".svg") return write_file(path, svg);
  if (ending != ".pdf" && ending != ".png")
    throw InputError("a figure as " + ending, "figures are .svg, .pdf or .png files",
                     "name it " + std::filesystem::path(path).replace_extension(".svg").string(), "output");
  AtomicFolder folder(path);
  auto const source = folder / "figure.svg", converted = folder / "figure";
  write_file(source, svg);
  if (!convert(ending.substr(1), source, converted))
    throw InputError("a figure as " + ending, "rsvg-convert is not installed",
                     "install librsvg2-bin, or write an .svg file", "output");
  write_file(path, read_file(converted));
}

int figure_command_of(FigureCommand::Params const& params, Output const& output) {
  auto const stored = stored_run(params.path);
  auto const result = stored ? *stored : read_result(params.path);
  auto const figures = figures_in(result, params.path);
  if (params.figure.empty()) {
    output.give(listed(result, figures));
    return 0;
  }
  auto const svg = to_svg(find_figure(figures, params.figure), {params.theme, params.width});
  if (params.output.empty())
    fmt::print("{}", svg);
  else
    write_figure(params.output, svg);
  return 0;
}

}  // namespace

Command figure_command() { return command_of<FigureCommand>(true, figure_command_of); }

}  // namespace weft::app
