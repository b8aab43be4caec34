// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/ranks.hpp"
#include "weft/report/study_output.hpp"
#include "weft/study/plan.hpp"
#include "weft/study/rank_pool.hpp"
#include "weft/study/store/store.hpp"
#include "weft/study/study.hpp"

namespace weft::app {
namespace {

constexpr int missed_status = 3;

/// Parses `3/8`: the part and the number of parts.
std::pair<std::size_t, std::size_t> read_part(std::string const& text) {
  auto const slash = text.find('/');
  if (slash == std::string::npos)
    throw InputError("part=" + shown(text), "must be K/N, such as 3/8", "", "part");
  return at_place("part", [&] {
    auto const part = read_integer("part", text.substr(0, slash)),
               count = read_integer("part", text.substr(slash + 1));
    if (part < 1 || part > count) throw InputError("part=" + shown(text), "must be K/N with K in [1, N]");
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
      param("study", &Params::study, "directory of the study").positional("STUDY").required(),
      param("only", &Params::only, "run only the runs with this label, e.g. torus or machine=torus"),
      param("part", &Params::part,
            "run only part K of N, e.g. 3/8, as for job arrays; each part has its own directory"),
      param("dry-run", &Params::dry_run,
            "list the runs with the memory and time that they need, without running them"),
      param("pictures", &Params::pictures, "also write the pictures of every run, to runs/ID"),
      param("check", &Params::check, "exit with status 3 if a value is outside its stated tolerance")};
};

study::Study read(RunStudy::Params const& params) {
  auto study = study::read_study(params.study);
  study.pictures = params.pictures;
  if (!params.only.empty()) study.select_labels({params.only});
  if (!params.part.empty()) {
    auto const [part, count] = read_part(params.part);
    study.select_part(part, count);
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
  auto const done = report::run_study(study, output.directory, progress, given.style);
  for (auto const& line : done.notes) print_error("note: " + line);
  output.give(output.report.empty() ? report::Part{.result = done.result, .figures = {}}
                                    : report::page_part(study, done, output.directory));
  return params.check && !done.missed.empty() ? missed_status : 0;
}

struct Explain {
  struct Params {
    std::string study = {};
  };
  static constexpr std::string_view name = "explain";
  static constexpr std::string_view doc = "describe the runs of a study in words";
  static constexpr std::string_view example = "weft explain studies/clex-tables";
  static constexpr std::tuple schema{
      param("study", &Params::study, "directory of the study").positional("STUDY").required()};
};

int explain_command(Explain::Params const& params, Output const&) {
  fmt::print("{}", study::explain(study::read_study(params.study)));
  return 0;
}

}  // namespace

Command run_command() { return command_of<RunStudy>(true, run_study_command); }
Command explain_command() { return command_of<Explain>(false, explain_command); }

}  // namespace weft::app
