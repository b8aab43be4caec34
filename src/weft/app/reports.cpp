#include "weft/app/reports.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/app/report_networks.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/study/store/store.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

using std::filesystem::path;

/// More runs of a study are counted, not shown.
constexpr std::size_t most_runs = 100;

struct Report {
  struct Params {
    std::string paths = {};
    std::string output = {};
    std::string title = {};
    bool no_scripts = false;
  };
  static constexpr std::string_view name = "report";
  static constexpr std::string_view doc = "write saved results as one HTML file that can be mailed";
  static constexpr std::string_view example = "weft report out/clex-tables -o report.html";
  static constexpr std::tuple schema{
      param("paths", &Params::paths,
            "saved results, side by side: a result.json, a directory that -o wrote, the directory of a study")
          .positional("PATH")
          .repeated("path")
          .required(),
      param("output", &Params::output, "the file to write").required(),
      param("title", &Params::title, "the heading of the page"),
      param("no-scripts", &Params::no_scripts,
            "a page that only shows: without sorting, zooming and saving")};
};

report::PageFigure page_figure(chart::Figure const& figure) {
  return {.title = figure.title,
          .caption = figure.caption,
          .alt = figure.alt,
          .table = figure.table,
          .svg = to_svg(figure),
          .vega_lite = vega_lite(figure)};
}

/// A folder near this one that holds a result, to suggest.
std::string nearby_result(path const& folder) {
  std::error_code ignored;
  for (auto const& around : {folder, folder.has_parent_path() ? folder.parent_path() : path(".")})
    for (auto const& entry : std::filesystem::directory_iterator(around, ignored))
      if (entry.path() != folder && std::filesystem::is_regular_file(entry.path() / "result.json", ignored))
        return "did you mean " + shown(entry.path().string()) + "?";
  return "give a result.json, or a directory that -o wrote";
}

/// The title of a figure: what its picture says to those who cannot see it.
std::string title_of_picture(OutputFile const& file) {
  constexpr std::string_view label = "aria-label=\"";
  auto const begin = file.content.find(label);
  auto const end = begin == std::string::npos ? begin : file.content.find('"', begin + label.size());
  return end == std::string::npos ? file.name
                                  : file.content.substr(begin + label.size(), end - begin - label.size());
}

std::string labels_text(study::Labels const& labels) {
  std::string text;
  for (auto const& [key, value] : labels)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, value);
  return text;
}

/// The figures of a result; one of another version, or one that was edited, may lack what they need.
std::vector<chart::Figure> saved_figures(Result& result) {
  try {
    return verb::figures_of(result);
  } catch (std::out_of_range const& error) {
    result.notes.push_back(std::string("no figures: ") + error.what());
    return {};
  }
}

std::vector<OutputFile> saved_pictures(path const& folder) {
  std::vector<OutputFile> pictures;
  std::error_code none;
  for (auto const& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".svg")
      pictures.push_back({entry.path().filename().string(), read_regular_file(entry.path())});
  std::ranges::sort(pictures, {}, &OutputFile::name);
  return pictures;
}

void add_pictures(std::vector<OutputFile> const& pictures, report::Part& part) {
  for (auto const& picture : pictures)
    part.figures.push_back({.title = title_of_picture(picture), .svg = picture.content});
}

/// The runs of a study, from its store.
void add_runs(report::Part& part, path const& folder) {
  study::Store const store(folder, study::Store::Open::existing);
  std::size_t count = 0;
  auto const labels = store.labels();
  for (auto const& run : store.runs()) {
    if (run.version != study::result_version || ++count > most_runs) continue;
    auto const facts = store.facts(run.number);
    auto shown = part_of_run(store.result(run.number), folder);
    auto const found = std::ranges::find(labels, run.labels, &std::pair<std::int64_t, study::Labels>::first);
    if (found != labels.end()) shown.title = labels_text(found->second);
    if (shown.title.empty()) shown.title = facts.key.id;
    part.runs.push_back(std::move(shown));
  }
  if (count > most_runs)
    part.result.notes.push_back(fmt::format("{} runs; the first {} are shown. `weft results {}` lists all.",
                                            count, most_runs, folder.string()));
}

/// A result on a page with the networks of its figures, to be explored.
report::Part part_with_networks(Result result, std::vector<chart::Figure> const& figures) {
  auto part = part_of(std::move(result), figures);
  for (std::size_t i = 0; i < figures.size(); ++i)
    part.figures[i].network = network_of(part.result, figures[i]);
  return part;
}

report::Part read_part(path const& given) {
  bool const is_folder = std::filesystem::is_directory(given);
  auto const file = is_folder ? given / "result.json" : given;
  if (is_folder && !std::filesystem::exists(file))
    throw InputError(shown(given.string()), "there is no result.json in it", nearby_result(given), "PATH");
  auto result = read_result(given);
  auto const figures = saved_figures(result);
  auto part = part_with_networks(std::move(result), figures);
  if (is_folder && part.result.verb.empty()) add_pictures(saved_pictures(given), part);
  if (is_folder && std::filesystem::exists(given / "results.sqlite")) add_runs(part, given);
  if (part.title.empty())
    part.title = given.filename().empty() ? given.parent_path().filename() : given.filename();
  return part;
}

std::string today() {
  auto const* const fixed = std::getenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe)
  auto const now = fixed != nullptr ? std::time_t{std::strtoll(fixed, nullptr, 10)}
                                    : std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

int report_command(Report::Params const& params, Output const&) {
  require_writable_file(params.output);
  std::vector<report::Part> parts;
  for (auto const& given : items_of(params.paths)) parts.push_back(read_part(given));
  write_report(params.output, parts, {.title = params.title, .scripts = !params.no_scripts});
  return 0;
}

}  // namespace

void require_writable_file(path const& file) {
  if (std::filesystem::is_directory(file))
    throw InputError("cannot write " + shown(file.string()), "it is a directory",
                     "name a file, such as report.html");
  require_writable(file.has_parent_path() ? file.parent_path() : path("."));
}

report::Part part_of(Result result, std::vector<chart::Figure> const& figures) {
  report::Part part;
  part.verb = result.verb;
  part.result = std::move(result);
  for (auto const& figure : figures) part.figures.push_back(page_figure(figure));
  return part;
}

report::Part part_of(Result result) {
  auto const figures = verb::figures_of(result);
  return part_with_networks(std::move(result), figures);
}

report::Part part_of_run(Result result, path const& folder) {
  auto pictures = saved_pictures(folder / "runs" / run_id(result));
  auto const figures = saved_figures(result);
  std::erase_if(pictures, [&](OutputFile const& picture) {
    return std::ranges::any_of(figures, [&](auto const& it) { return it.name + ".svg" == picture.name; });
  });
  auto part = part_of(std::move(result), figures);
  add_pictures(pictures, part);
  return part;
}

void write_report(path const& file, std::vector<report::Part> const& parts, report::PageOptions options) {
  if (options.scripts && !report::has_scripts())
    complain("note: this weft was built without web/dist, so the report has no scripts");
  options.written = today();
  write_file(file, page_html(parts, options));
}

Command report_command() { return command_of<Report>(false, report_command); }

}  // namespace weft::app
