#include <algorithm>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/store.hpp"
#include "weft/study/study.hpp"

namespace weft::app {
namespace {

/// Studies with more runs print only the sum of their times; each run's result.json has its own.
constexpr std::size_t max_timed_one_by_one = 4;
constexpr int missed_status = 3;

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

/// The output of a study as one result, so that it is printed and written like any other.
Result result_of(study::Study const& study, std::vector<study::Outcome> const& outcomes,
                 study::Shown const& shown) {
  auto result = as_result(study, outcomes);
  result.timings = timings_of(outcomes);
  result.tables = shown.tables;
  result.notes = shown.notes;
  for (auto const& missed : shown.missed) result.notes.push_back("differs: " + missed);
  if (shown.compared > 0)
    result.answer =
        fmt::format("{} of {} comparisons agree", shown.compared - shown.missed.size(), shown.compared);
  return result;
}

/// Writes the result of a run and its pictures as soon as it is finished.
void save(std::filesystem::path const& folder, study::Outcome const& outcome) {
  auto const directory = folder / "runs" / run_id(outcome.result);
  make_directories(directory);
  write_file(directory / "result.json", result_json(outcome.result));
  for (auto const& picture : outcome.pictures)
    write_file(directory / picture.name, described(picture, outcome.result).content);
}

struct RunStudy {
  struct Params {
    std::string study = {};
    std::string only = {};
    bool check = false;
  };
  static constexpr std::string_view name = "run";
  static constexpr std::string_view doc = "run a study: a directory with study.toml";
  static constexpr std::string_view example = "weft run studies/clex-tables --check";
  static constexpr std::tuple schema{
      param("study", &Params::study, "the study's directory").positional("STUDY").required(),
      param("only", &Params::only, "run only what has this label, e.g. torus or machine=torus"),
      param("check", &Params::check, "exit with status 3 if a figure misses its stated tolerance")};
};

int run_study_command(RunStudy::Params const& params, Output const& given) {
  TerminalProgress progress;
  auto study = study::read_study(params.study);
  if (!params.only.empty()) study.keep_only({params.only});
  auto output = given;
  if (output.directory.empty()) output.directory = "out/" + study.name;
  std::filesystem::path const folder = output.directory;
  make_directories(folder);
  study::Store store(folder);
  auto const outcomes = study::run_study(
      study, progress, [&](study::Outcome const& it) { save(folder, it); }, &store);
  if (auto const stored = std::ranges::count_if(outcomes, &study::Outcome::stored); stored > 0)
    complain(fmt::format("note: {} of {} runs had a result in {} already", stored, outcomes.size(),
                         folder.string()));
  if (auto const outdated = store.outdated(); outdated > 0)
    complain(fmt::format("note: {} results in {} are of another version of weft and were not used", outdated,
                         folder.string()));
  auto const shown = present(study, outcomes);
  auto const result = result_of(study, outcomes, shown);
  for (auto const& picture : shown.pictures)
    write_file(folder / picture.name, described(picture, result).content);
  output.give(result);
  return params.check && !shown.missed.empty() ? missed_status : 0;
}

}  // namespace

Command run_command() { return command_of<RunStudy>(true, run_study_command); }

}  // namespace weft::app
