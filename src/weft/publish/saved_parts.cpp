#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "weft/chart/common_scales.hpp"
#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/publish/figures.hpp"
#include "weft/publish/parts.hpp"
#include "weft/report/sections.hpp"
#include "weft/study/store/store.hpp"

namespace weft::publish {
namespace {

using std::filesystem::path;

/// A saved result on its way to the page. Its figures are drawn when the scales of all are known.
struct Saved {
  report::Part part;
  std::vector<chart::Figure> figures = {};
};

/// A folder near this one that holds a result, to suggest.
std::string nearby_result(path const& folder) {
  std::error_code ignored;
  for (auto const& around : {folder, folder.has_parent_path() ? folder.parent_path() : path(".")})
    for (auto const& entry : std::filesystem::directory_iterator(around, ignored))
      if (entry.path() != folder && std::filesystem::is_regular_file(entry.path() / "result.json", ignored))
        return "did you mean " + shown(entry.path().string()) + "?";
  return "give a result.json, or a directory that -o wrote";
}

std::string labels_text(study::Labels const& labels) {
  std::string text;
  for (auto const& [key, value] : labels)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, value);
  return text;
}

/// Adds the settings that differ to the titles of runs that are equal.
void tell_apart(std::vector<report::Part>& runs) {
  constexpr std::size_t most_letters = 80;
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
      if (auto const value = run.result.setting(key); !value.empty() && value.size() <= most_letters)
        run.title += fmt::format(", {} = {}", key, value);
    if (seeds) run.title += fmt::format(", seed = {}", run.result.seed);
  }
}

/// The runs of a study, from its store.
void add_runs(report::Part& part, path const& folder, report::Detail detail) {
  study::Store const store(folder, study::Store::Open::existing);
  std::size_t count = 0;
  auto const labels = store.labels();
  auto const most = report::most_runs(detail);
  for (auto const& run : store.runs()) {
    if (run.version != study::result_version || ++count > most) continue;
    auto shown = part_of_run(store.result(run.number), folder);
    auto const found = std::ranges::find(labels, run.labels, &std::pair<std::int64_t, study::Labels>::first);
    if (found != labels.end()) shown.title = labels_text(found->second);
    if (shown.title.empty()) shown.title = report::title_of(shown);
    part.runs.push_back(std::move(shown));
  }
  tell_apart(part.runs);
  note_omitted_runs(part, count);
}

Saved read_saved(path const& given, report::Detail detail) {
  bool const is_folder = std::filesystem::is_directory(given);
  auto const file = is_folder ? given / "result.json" : given;
  if (is_folder && !std::filesystem::exists(file))
    throw InputError(shown(given.string()), "there is no result.json in it", nearby_result(given), "PATH");
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

std::vector<report::Part> saved_parts(std::vector<path> const& saved, report::Detail detail) {
  std::vector<Saved> all;
  for (auto const& given : saved) all.push_back(read_saved(given, detail));
  std::vector<chart::Figure*> figures;
  for (auto& each : all)
    for (auto& figure : each.figures) figures.push_back(&figure);
  share_scales(figures);
  std::vector<report::Part> parts;
  for (auto& each : all) {
    for (auto const& figure : each.figures)
      each.part.figures.push_back(figure_with_network(each.part.result, figure));
    parts.push_back(std::move(each.part));
  }
  return parts;
}

}  // namespace weft::publish
