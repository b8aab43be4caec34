#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/app/reports.hpp"
#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/report/files.hpp"
#include "weft/report/parts.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {

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
