// SPDX-License-Identifier: Apache-2.0
#include "weft/report/study_output.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/chart/vega.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/file_name.hpp"
#include "weft/report/files.hpp"
#include "weft/report/parts.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/store/store.hpp"

namespace weft::report {
namespace {

using std::filesystem::path;

/// Maximum number of runs with separate times; for more runs, only the sum is printed, and the store contains
/// the time of each.
constexpr std::size_t max_timed_one_by_one = 4;

std::vector<Timing> timings_of(std::vector<study::Outcome> const& outcomes) {
  std::vector<Timing> timings;
  Timing all{"all runs", 0};
  std::size_t number = 0;
  for (auto const& outcome : outcomes) {
    auto const title = outcome.run.title(++number);
    for (auto const& timing : outcome.result.timings) {
      timings.push_back({title + " " + timing.stage, timing.seconds});
      all.seconds += timing.seconds;
    }
  }
  return outcomes.size() <= max_timed_one_by_one ? timings : std::vector{all};
}

/// Returns the output of a study as a result, so that it is printed and written like any other.
Result result_of(study::Study const& study, study::StudyOutcome const& outcome, study::Shown const& shown) {
  auto result = as_result(study, outcome.runs);
  result.timings = timings_of(outcome.runs);
  result.tables = shown.tables;
  for (auto& table : result.tables) table.digest.role = Digest::Role::main;
  result.notes = outcome.findings;
  result.notes.insert(result.notes.end(), shown.notes.begin(), shown.notes.end());
  for (auto const& missed : shown.missed) result.notes.push_back("differs: " + missed);
  if (shown.compared > 0)
    result.answer =
        fmt::format("{} of {} comparisons agree", shown.compared - shown.missed.size(), shown.compared);
  return result;
}

/// Writes the pictures of a run as soon as it is finished.
void save_pictures(path const& folder, study::Outcome const& outcome) {
  if (outcome.pictures.empty()) return;
  auto const directory = folder / "runs" / run_id(outcome.result);
  make_directories(directory);
  for (auto const& picture : outcome.pictures)
    write_file(directory / file_name_for(picture.name), described(picture, outcome.result).content);
}

std::string readme_of(study::Study const& study) {
  auto const readme = study.directory / "README.md";
  return std::filesystem::is_regular_file(readme) ? read_regular_file(readme) : "";
}

/// Writes the figures and the question of a study, which `weft report` shows with its tables and runs.
void save_page_parts(path const& folder, study::Study const& study, std::vector<chart::Figure> const& figures,
                     Result const& result, chart::Style const& style) {
  for (auto const& figure : figures) {
    auto const picture = folder / file_name_for(figure.name + ".svg");
    write_file(picture, described({figure.name + ".svg", to_svg(figure, style)}, result).content);
    if (auto const chart = vega_lite(figure); !chart.empty())
      write_file(path(picture).replace_extension(vega_lite_extension), chart);
  }
  if (auto const readme = readme_of(study); !readme.empty()) write_file(folder / "README.md", readme);
}

/// Returns notes on the computation for the user.
std::vector<std::string> notes_on(study::StudyOutcome const& outcome, study::Store const& store,
                                  path const& folder) {
  auto notes = outcome.lost_ranks;
  if (auto const stored = std::ranges::count_if(outcome.runs, &study::Outcome::stored); stored > 0)
    notes.push_back(fmt::format("{} of {} runs had a result in {} already", stored, outcome.runs.size(),
                                folder.string()));
  if (auto const damaged = store.damaged(); damaged > 0)
    notes.push_back(
        fmt::format("{} results in {} were damaged and were computed again", damaged, folder.string()));
  if (auto const outdated = store.outdated(); outdated > 0)
    notes.push_back(fmt::format("{} results in {} come from another version of weft and were not used",
                                outdated, folder.string()));
  return notes;
}

}  // namespace

StudyOutput run_study(study::Study& study, path const& folder, Progress& progress,
                      chart::Style const& style) {
  make_directories(folder);
  study::Store store(folder);
  auto outcome = study::run_study(
      study, progress, [&](study::Outcome const& it) { save_pictures(folder, it); }, &store);
  auto const shown = present(study, outcome.runs);
  auto result = result_of(study, outcome, shown);
  save_page_parts(folder, study, shown.figures, result, style);
  auto notes = notes_on(outcome, store, folder);
  return {std::move(result), shown.figures, std::move(outcome.runs), shown.missed, std::move(notes)};
}

Part page_part(study::Study const& study, StudyOutput const& output, path const& folder) {
  auto part = part_of(output.result, output.figures);
  part.title = study.title.empty() ? study.name : study.title;
  part.about = readme_of(study);
  std::size_t number = 0;
  for (auto const& it : output.runs) {
    if (number == max_runs(Detail::usual)) break;
    auto& run = part.runs.emplace_back(part_of_run(it.result, folder));
    run.title = it.run.title(++number);
  }
  note_omitted_runs(part, output.runs.size());
  return part;
}

}  // namespace weft::report
