// SPDX-License-Identifier: Apache-2.0
#include "weft/report/parts.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <variant>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "weft/chart/common_scales.hpp"
#include "weft/chart/figure.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/error.hpp"
#include "weft/core/result.hpp"
#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/scene.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/explore/scene_bundle.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/file_list.hpp"
#include "weft/io/file_name.hpp"
#include "weft/io/json.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/report/comparison.hpp"
#include "weft/report/page.hpp"
#include "weft/report/sections.hpp"
#include "weft/study/store/store.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

constexpr std::uint64_t max_channels = 100'000;

/// Returns the channel values that a figure shows.
std::vector<double> values_of(Result const& result, AnyTopology const& topology, Array const& array) {
  if (array.name == "channel_load") return relative_loads(topology, result).of_channel;
  std::vector<double> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array.number(i));
  return values;
}

/// Returns the network of a figure with channel values, for a page; nullopt for other figures, for networks
/// of more than 10^5 channels, and if the topology cannot be constructed again.
std::optional<PageNetwork> network_of(Result const& result, chart::Figure const& figure) {
  auto const* const view = std::get_if<chart::NetworkView>(&figure.picture);
  auto const* const array = result.find_array(figure.table);
  if (view == nullptr || !view->shows_values() || array == nullptr || array->size() > max_channels) return {};
  auto const topology = topology_of(result);
  if (topology == nullptr) return {};
  Machine const machine(topology, failures_in(result));
  auto scene = scene_of(*topology, machine, SceneArrangement::structure);
  if (!scene.whole || scene.channels != array->size()) return {};
  scene.reverse.clear();  // the page draws each direction separately
  auto const values = values_of(result, *topology, *array);
  return PageNetwork{explore::scene_bundle(scene), {values.begin(), values.end()}, view->value_title};
}

using std::filesystem::path;

/// Returns the title of a figure: the label of its picture for screen readers.
std::string title_of_picture(OutputFile const& file) {
  constexpr std::string_view label = "aria-label=\"";
  auto const begin = file.content.find(label);
  auto const end = begin == std::string::npos ? begin : file.content.find('"', begin + label.size());
  return end == std::string::npos ? file.name
                                  : file.content.substr(begin + label.size(), end - begin - label.size());
}

}  // namespace

PageFigure page_figure(chart::Figure const& figure) {
  return {.title = figure.title,
          .name = figure.name,
          .caption = figure.caption,
          .alt = figure.alt,
          .table = figure.table,
          .svg = to_svg(figure),
          .vega_lite = vega_lite(figure)};
}

PageFigure figure_with_network(Result const& result, chart::Figure const& figure) {
  auto out = page_figure(figure);
  out.network = network_of(result, figure);
  return out;
}

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
      pictures.push_back({entry.path().filename().string(), read_listed_file(entry.path())});
  std::ranges::sort(pictures, {}, &OutputFile::name);
  return pictures;
}

void add_pictures(std::vector<OutputFile> const& pictures, path const& folder, Part& part) {
  for (auto const& picture : pictures) {
    auto const chart = (folder / picture.name).replace_extension(vega_lite_extension);
    auto const table = std::ranges::find_if(
        part.result.tables, [&](Table const& it) { return file_name_for(it.name + ".svg") == picture.name; });
    part.figures.push_back(
        {.title = title_of_picture(picture),
         .name = path(picture.name).stem().string(),
         .table = table != part.result.tables.end() ? table->name : "",
         .svg = picture.content,
         .vega_lite = std::filesystem::is_regular_file(chart) ? read_listed_file(chart) : ""});
  }
}

namespace {

using std::filesystem::path;

std::string today() {
  auto const* const fixed = std::getenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe)
  auto const now = fixed != nullptr ? std::time_t{std::strtoll(fixed, nullptr, 10)}
                                    : std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

}  // namespace

void require_writable_file(path const& file) {
  if (std::filesystem::is_directory(file))
    throw InputError("cannot write " + shown(file.string()), "the path is a directory",
                     "specify a file, such as report.html");
  require_writable(file.has_parent_path() ? file.parent_path() : path("."));
}

void note_omitted_runs(Part& part, std::size_t runs) {
  if (runs > part.runs.size())
    part.result.notes.push_back(fmt::format(
        "{} runs; {} are shown. `weft report DIR --full -o FILE` shows all, and `weft results DIR` "
        "lists them.",
        runs, part.runs.empty() ? "none" : fmt::format("the first {}", part.runs.size())));
}

Part part_of(Result result, std::vector<chart::Figure> const& figures) {
  Part part;
  part.verb = result.verb;
  part.result = std::move(result);
  for (auto const& figure : figures) part.figures.push_back(page_figure(figure));
  return part;
}

Part part_of(Result result) {
  auto const figures = verb::figures_of(result);
  auto part = part_of(std::move(result), std::vector<chart::Figure>{});
  for (auto const& figure : figures) part.figures.push_back(figure_with_network(part.result, figure));
  return part;
}

Part part_of_run(Result result, path const& folder) {
  auto const directory = folder / "runs" / run_id(result);
  auto pictures = saved_pictures(directory);
  auto const figures = saved_figures(result);
  std::erase_if(pictures, [&](OutputFile const& picture) {
    return std::ranges::any_of(
        figures, [&](auto const& it) { return file_name_for(it.name + ".svg") == picture.name; });
  });
  auto part = part_of(std::move(result), figures);
  add_pictures(pictures, directory, part);
  return part;
}

void write_report(path const& file, std::vector<Part> const& parts, PageOptions options) {
  options.written = today();
  write_file(file, page_html(parts, options));
}

namespace {

using std::filesystem::path;

/// A saved result before it is added to the page. Its figures are drawn after the common scales are computed.
struct Saved {
  Part part;
  std::vector<chart::Figure> figures = {};
};

/// Returns a suggestion: a nearby directory with a result.
std::string nearby_result(path const& folder) {
  std::error_code ignored;
  for (auto const& around : {folder, folder.has_parent_path() ? folder.parent_path() : path(".")})
    for (auto const& entry : std::filesystem::directory_iterator(around, ignored))
      if (entry.path() != folder && std::filesystem::is_regular_file(entry.path() / "result.json", ignored))
        return "did you mean " + shown(entry.path().string()) + "?";
  return "specify a result.json, or a directory that -o wrote";
}

std::string format_labels(study::Labels const& labels) {
  std::string text;
  for (auto const& [key, value] : labels)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, value);
  return text;
}

/// Appends the settings that differ to titles that several runs share.
void tell_apart(std::vector<Part>& runs) {
  constexpr std::size_t max_letters = 80;
  std::map<std::string, int> times;
  for (auto const& run : runs) ++times[run.title];
  std::vector<std::string> varying;
  for (auto const& [key, value] : runs.empty() ? std::vector<Setting>{} : runs.front().result.scenario)
    if (std::ranges::any_of(runs, [&](auto const& run) { return run.result.setting(key) != value; }))
      varying.push_back(key);
  bool const seeds =
      std::ranges::any_of(runs, [&](auto const& run) { return run.result.seed != runs.front().result.seed; });
  for (auto& run : runs) {
    if (times[run.title] < 2) continue;
    for (auto const& key : varying)
      if (auto const value = run.result.setting(key); !value.empty() && value.size() <= max_letters)
        run.title += fmt::format(", {} = {}", key, value);
    if (seeds) run.title += fmt::format(", seed = {}", run.result.seed);
  }
}

/// Adds the runs of a study from its store.
void add_runs(Part& part, path const& folder, Detail detail) {
  study::Store const store(folder, study::Store::Open::existing);
  std::size_t count = 0;
  auto const labels = store.labels();
  auto const maximum = max_runs(detail);
  for (auto const& run : store.runs()) {
    if (run.version != study::result_version || ++count > maximum) continue;
    auto shown = part_of_run(store.result(run.number), folder);
    auto const found = std::ranges::find(labels, run.labels, &std::pair<std::int64_t, study::Labels>::first);
    if (found != labels.end()) shown.title = format_labels(found->second);
    if (shown.title.empty()) shown.title = title_of(shown);
    part.runs.push_back(std::move(shown));
  }
  tell_apart(part.runs);
  note_omitted_runs(part, count);
}

Saved read_saved(path const& given, Detail detail) {
  bool const is_folder = std::filesystem::is_directory(given);
  auto const file = is_folder ? given / "result.json" : given;
  if (is_folder && !std::filesystem::exists(file))
    throw InputError(shown(given.string()) + " contains no result.json", "", nearby_result(given), "PATH");
  auto result = read_result(given);
  auto figures = saved_figures(result);
  Saved saved{part_of(std::move(result), std::vector<chart::Figure>{}), std::move(figures)};
  auto& part = saved.part;
  if (is_folder && part.result.verb.empty()) add_pictures(saved_pictures(given), given, part);
  if (is_folder && std::filesystem::is_regular_file(given / "README.md"))
    part.about = read_regular_file(given / "README.md");
  if (is_folder && std::filesystem::exists(given / "results.sqlite")) add_runs(part, given, detail);
  part.title = part.result.setting("title");
  if (part.title.empty())
    part.title = given.filename().empty() ? given.parent_path().filename() : given.filename();
  return saved;
}

}  // namespace

std::vector<Part> saved_parts(std::vector<path> const& saved, Detail detail) {
  std::vector<Saved> all;
  for (auto const& given : saved) all.push_back(read_saved(given, detail));
  std::vector<chart::Figure*> figures;
  for (auto& each : all)
    for (auto& figure : each.figures) figures.push_back(&figure);
  share_scales(figures);
  std::vector<ComparedPart> compared;
  for (auto const& each : all) compared.push_back({&each.part, &each.figures});
  std::vector<Part> parts;
  if (auto comparison = comparison_of(compared)) parts.push_back(std::move(*comparison));
  for (auto& each : all) {
    for (auto const& figure : each.figures)
      each.part.figures.push_back(figure_with_network(each.part.result, figure));
    parts.push_back(std::move(each.part));
  }
  return parts;
}

}  // namespace weft::report
