#include <filesystem>

#include "weft/app/command.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/study.hpp"

namespace weft::app {
namespace {

/// Of studies with more runs only the sum is printed; each run's result.json has its own times.
constexpr std::size_t most_timed_one_by_one = 4;

/// The tables of a study as one result, so that a study is printed and written like everything else.
Result as_result(Study const& study, std::vector<StudyOutcome> const& outcomes, Presentation const& shown) {
  Result result;
  result.scenario = {
      {"study", study.name}, {"title", study.title}, {"runs", std::to_string(outcomes.size())}};
  if (!outcomes.empty()) {
    auto const& first = outcomes.front().result;
    result.version = first.version;
    result.host = first.host;
    result.threads = first.threads;
    result.seed = first.seed;
  }
  if (outcomes.size() <= most_timed_one_by_one) {
    for (auto const& [run, one] : outcomes)
      for (auto const& timing : one.timings)
        result.timings.push_back({run.scenario.topology + " " + timing.stage, timing.seconds});
  } else {
    Timing all{"all runs", 0};
    for (auto const& [run, one] : outcomes)
      for (auto const& timing : one.timings) all.seconds += timing.seconds;
    result.timings.push_back(all);
  }
  result.tables = shown.tables;
  result.notes = shown.notes;
  return result;
}

void write_runs(std::filesystem::path const& folder, std::vector<StudyOutcome> const& outcomes) {
  for (auto const& [run, result] : outcomes) {
    auto const directory = folder / "runs" / run_id(result);
    make_directories(directory);
    write_file(directory / "result.json", result_json(result));
  }
}

struct RunStudy {
  struct Params {
    std::string study = {};
  };
  static constexpr std::string_view name = "run";
  static constexpr std::string_view doc = "run a study: a directory with study.toml";
  static constexpr std::string_view example = "weft run studies/clex-tables";
  static constexpr std::tuple schema{
      param("study", &Params::study, "the study's directory").positional("STUDY").required()};
};

int run_study_command(RunStudy::Params const& params, Output const& given) {
  TerminalProgress progress;
  auto const study = read_study(params.study);
  auto output = given;
  if (output.directory.empty()) output.directory = "out/" + study.name;
  make_directories(output.directory);
  auto const outcomes = run_study(study, progress);
  auto const shown = present(study, outcomes);
  std::filesystem::path const folder = output.directory;
  write_runs(folder, outcomes);
  for (auto const& picture : shown.pictures) write_file(folder / (picture.name + ".svg"), picture.svg);
  output.give(as_result(study, outcomes, shown));
  return 0;
}

}  // namespace

Command run_command() { return command_of<RunStudy>(true, run_study_command); }

}  // namespace weft::app
