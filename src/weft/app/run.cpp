#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/app/reports.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/study/plan.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/rank_pool.hpp"
#include "weft/study/store/store.hpp"
#include "weft/study/study.hpp"

namespace weft::app {
namespace {

/// Studies with more runs print only the sum of their times; the store has that of each run.
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
Result result_of(study::Study const& study, study::StudyOutcome const& outcome, study::Shown const& shown) {
  auto result = as_result(study, outcome.runs);
  result.timings = timings_of(outcome.runs);
  result.tables = shown.tables;
  result.notes = outcome.findings;
  result.notes.insert(result.notes.end(), shown.notes.begin(), shown.notes.end());
  for (auto const& missed : shown.missed) result.notes.push_back("differs: " + missed);
  if (shown.compared > 0)
    result.answer =
        fmt::format("{} of {} comparisons agree", shown.compared - shown.missed.size(), shown.compared);
  return result;
}

/// Writes the pictures of a run as soon as it is finished.
void save_pictures(std::filesystem::path const& folder, study::Outcome const& outcome) {
  if (outcome.pictures.empty()) return;
  auto const directory = folder / "runs" / run_id(outcome.result);
  make_directories(directory);
  for (auto const& picture : outcome.pictures)
    write_file(directory / picture.name, described(picture, outcome.result).content);
}

std::string readme_of(study::Study const& study) {
  auto const readme = study.directory / "README.md";
  return std::filesystem::is_regular_file(readme) ? read_regular_file(readme) : "";
}

/// Writes what `weft report` shows of a study beside its tables and runs: its figures, and its question.
void save_page_parts(std::filesystem::path const& folder, study::Study const& study,
                     std::vector<chart::Figure> const& figures, Result const& result,
                     chart::Style const& style) {
  for (auto const& figure : figures) {
    auto const picture = folder / (figure.name + ".svg");
    write_file(picture, described({figure.name + ".svg", to_svg(figure, style)}, result).content);
    if (auto const chart = vega_lite(figure); !chart.empty())
      write_file(std::filesystem::path(picture).replace_extension(vega_lite_ending), chart);
  }
  if (auto const readme = readme_of(study); !readme.empty()) write_file(folder / "README.md", readme);
}

/// The study on a page: its question, its figures, and its runs.
report::Part page_part(study::Study const& study, study::StudyOutcome const& outcome,
                       study::Shown const& shown, Result const& result, std::filesystem::path const& folder) {
  auto part = part_of(result, shown.figures);
  part.title = study.title.empty() ? study.name : study.title;
  part.about = readme_of(study);
  std::size_t number = 0;
  for (auto const& it : outcome.runs) {
    if (number == report::most_runs(report::Detail::usual)) break;
    auto& run = part.runs.emplace_back(part_of_run(it.result, folder));
    run.title = it.run.title(++number);
  }
  note_omitted_runs(part, outcome.runs.size());
  return part;
}

/// `3/8`: the part and the number of parts.
std::pair<std::size_t, std::size_t> read_part(std::string const& text) {
  auto const slash = text.find('/');
  if (slash == std::string::npos)
    throw InputError("part = " + shown(text), "must be K/N, such as 3/8", "", "part");
  return at_place("part", [&] {
    auto const part = read_integer("part", text.substr(0, slash)),
               count = read_integer("part", text.substr(slash + 1));
    if (part < 1 || part > count)
      throw InputError("part = " + shown(text), "K must be in [1, N] for a part K/N");
    return std::pair{static_cast<std::size_t>(part), static_cast<std::size_t>(count)};
  });
}

struct RunStudy {
  struct Params {
    std::string study = {};
    std::string only = {};
    std::string part = {};
    bool dry_run = false;
    bool pictures = false;
    bool check = false;
  };
  static constexpr std::string_view name = "run";
  static constexpr std::string_view doc = "run a study: a directory with study.toml";
  static constexpr std::string_view example = "weft run studies/clex-tables --check";
  static constexpr std::tuple schema{
      param("study", &Params::study, "the study's directory").positional("STUDY").required(),
      param("only", &Params::only, "run only what has this label, e.g. torus or machine=torus"),
      param("part", &Params::part,
            "run only the K-th of N parts, e.g. 3/8: for job arrays; each part has a directory of its own"),
      param("dry-run", &Params::dry_run,
            "list the runs with the memory and time that they need; run nothing"),
      param("pictures", &Params::pictures, "also write the pictures of every run, below runs/ID"),
      param("check", &Params::check, "exit with status 3 if a figure misses its stated tolerance")};
};

study::Study read(RunStudy::Params const& params) {
  auto study = study::read_study(params.study);
  study.pictures = params.pictures;
  if (!params.only.empty()) study.keep_only({params.only});
  if (!params.part.empty()) {
    auto const [part, count] = read_part(params.part);
    study.keep_part(part, count);
  }
  return study;
}

std::string directory_of(study::Study const& study, Output const& output) {
  return output.directory.empty() ? "out/" + study.name : output.directory;
}

/// Lists the runs of a study.
int show_plan(study::Study const& study, Output const& given) {
  std::optional<study::Store> store;
  auto const folder = directory_of(study, given);
  std::error_code not_there;
  if (std::filesystem::exists(std::filesystem::path(folder) / "results.sqlite", not_there))
    store.emplace(folder, study::Store::Open::existing);
  auto output = given;
  output.directory.clear();
  output.give(study::plan(study, store ? &*store : nullptr));
  return 0;
}

int run_study_command(RunStudy::Params const& params, Output const& given) {
  TerminalProgress progress;
  auto study = read(params);
  if (params.dry_run) return show_plan(study, given);
  if (rank() > 0) {
    study::serve_rank_0();
    return 0;
  }
  auto output = given;
  output.directory = directory_of(study, given);
  std::filesystem::path const folder = output.directory;
  make_directories(folder);
  study::Store store(folder);
  auto const outcome = study::run_study(
      study, progress, [&](study::Outcome const& it) { save_pictures(folder, it); }, &store);
  for (auto const& line : outcome.lost_ranks) complain("note: " + line);
  if (auto const stored = std::ranges::count_if(outcome.runs, &study::Outcome::stored); stored > 0)
    complain(fmt::format("note: {} of {} runs had a result in {} already", stored, outcome.runs.size(),
                         folder.string()));
  if (auto const outdated = store.outdated(); outdated > 0)
    complain(fmt::format("note: {} results in {} are of another version of weft and were not used", outdated,
                         folder.string()));
  auto const shown = present(study, outcome.runs);
  auto const result = result_of(study, outcome, shown);
  save_page_parts(folder, study, shown.figures, result, given.style);
  output.give(output.report.empty() ? report::Part{.result = result, .figures = {}}
                                    : page_part(study, outcome, shown, result, folder));
  return params.check && !shown.missed.empty() ? missed_status : 0;
}

struct Explain {
  struct Params {
    std::string study = {};
  };
  static constexpr std::string_view name = "explain";
  static constexpr std::string_view doc = "say in words what a study runs, and why so many runs";
  static constexpr std::string_view example = "weft explain studies/clex-tables";
  static constexpr std::tuple schema{
      param("study", &Params::study, "the study's directory").positional("STUDY").required()};
};

int explain_command(Explain::Params const& params, Output const&) {
  fmt::print("{}", study::explain(study::read_study(params.study)));
  return 0;
}

}  // namespace

Command run_command() { return command_of<RunStudy>(true, run_study_command); }
Command explain_command() { return command_of<Explain>(false, explain_command); }

}  // namespace weft::app
