// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/report/files.hpp"
#include "weft/report/page.hpp"
#include "weft/report/parts.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

/// report::write_report, which complains where this build has no scripts for it.
void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options = {});

struct Report {
  struct Params {
    std::string paths = {};
    std::string output = {};
    std::string title = {};
    bool no_scripts = false;
    bool brief = false;
    bool full = false;
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
      param("no-scripts", &Params::no_scripts, "a page that only shows: without sorting, zooming and saving"),
      param("brief", &Params::brief, "answers, figures and the first rows of tables; no runs of studies"),
      param("full", &Params::full, "every row of every table, and every run of a study")};
};

int write_saved(Report::Params const& params, Output const&) {
  report::require_writable_file(params.output);
  if (params.brief && params.full)
    throw InputError("--brief and --full", "they say the opposite", "omit one of them");
  auto const detail = params.brief  ? report::Detail::brief
                      : params.full ? report::Detail::full
                                    : report::Detail::usual;
  auto const given = items_of(params.paths);
  app::write_report(params.output, report::saved_parts({given.begin(), given.end()}, detail),
                    {.title = params.title, .scripts = !params.no_scripts, .detail = detail});
  return 0;
}

void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options) {
  if (options.scripts && !report::has_scripts())
    complain("note: this weft was built without web/dist, so the report has no scripts");
  report::write_report(file, parts, options);
}

}  // namespace

Command report_command() { return command_of<Report>(false, write_saved); }

void complain(std::string const& line) { std::fputs(("weft: " + line + "\n").c_str(), stderr); }

void Output::check(Experiment const& experiment) const {
  if (experiment.document() && (json || csv))
    throw InputError(json ? "--json" : "--csv", "the answer is a file with a form of its own",
                     "omit it, or the format or output");
}

void Output::print(Result const& result) const {
  if (json) {
    fmt::print("{}", result_json(result));
  } else if (csv) {
    for (std::size_t i = 0; i < result.tables.size(); ++i)
      fmt::print("{}{}", i == 0 ? "" : "\n", table_csv(result.tables[i]));
  } else {
    fmt::print("{}", format_result(result, text_width(STDOUT_FILENO, wide)));
  }
}

void Output::give(report::Part const& part) const {
  if (rank() != 0) return;
  if (!directory.empty()) report::write_files(directory, report::files_of(part.result));
  if (!report.empty()) write_report(report, {part});
  print(part.result);
}

void Output::give(Result const& result) const { give(report::part_of(result)); }

void Output::give(Experiment const& experiment, Result const& result) const {
  if (rank() != 0) return;
  if (!report.empty()) write_report(report, {report::part_of(result)});
  if (auto const document = experiment.document()) {
    for (auto const& note : result.notes) complain("note: " + note);
    return directory.empty() ? fmt::print("{}", document->content)
                             : report::write_files(directory, {*document});
  }
  if (!directory.empty()) {
    auto files = report::files_of(result);
    for (auto& picture : verb::pictures_of(experiment, result, style))
      files.push_back(report::described(std::move(picture), result));
    report::write_files(directory, files);
  }
  print(result);
}

}  // namespace weft::app
