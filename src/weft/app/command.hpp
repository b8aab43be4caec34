// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "weft/chart/theme.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/report/page.hpp"

namespace CLI {
class App;
}

namespace weft::app {

/// The destination and format of the result of a command.
struct Output {
  bool json = false;
  bool csv = false;
  bool wide = false;                 ///< lines of any length
  bool all = false;                  ///< every table and setting as text
  bool use_pager = true;             ///< for text longer than the screen
  bool replace = false;              ///< whether `directory` may contain the result of another request
  std::vector<std::string> details;  ///< tables to show in full, in addition to the main ones
  std::string table;                 ///< the only table to print
  std::string directory;
  std::string report;  ///< the file of a report
  unsigned threads = 0;
  bool long_run = false;    ///< no time limit
  chart::Style style = {};  ///< of figures

  /// Throws InputError for options that exclude each other, and for a directory with the result of another
  /// request.
  void check(Experiment const& experiment) const;
  /// Prints the result as text, CSV or JSON, or its document. If `directory` is set, writes it there as JSON,
  /// each table as CSV, and the pictures; if `report` is set, writes the report. Does nothing on ranks other
  /// than 0.
  void give(Experiment const& experiment, Result const& result) const;
  void give(Result const& result) const;
  void give(report::Part const& part) const;

 private:
  void print(Result const& result) const;
};

/// Writes a line to standard error, if it is writable.
void print_error(std::string const& line);

/// Adds the options for the printed parts: --all, --details, --table, --wide, --no-pager and, for commands
/// with `-o DIR`, --replace. The values of a parameter `details` go to the request.
void add_print_options(CLI::App& verb, CatalogDoc const& doc, bool has_directory, Spec& request,
                       Output& output);

/// Prints text, through a pager if standard output is a terminal with fewer lines.
void print_text(std::string const& text, bool use_pager);

/// One command of weft; its options and help are derived from its parameters.
struct Command {
  CatalogDoc doc;
  bool is_limited = false;   ///< has --long, without which very long runs are rejected
  bool gives_result = true;  ///< has --json, --csv, --threads and, unless it has a parameter `output`, -o
  bool accepts_verb =
      false;  ///< a verb with its arguments follows; their request becomes the parameter `ask`
  /// Returns the exit status.
  std::function<int(Spec const& request, Output const& output)> run;
};

/// Returns all commands: the verbs, then explore, run, explain, results, report, figure, docs, completion,
/// import, config, help and version.
std::vector<Command> const& commands();
/// Adds all commands with their options to a command line; `status` becomes the exit status of the command
/// that runs.
void add_commands(CLI::App& app, int& status);

/// Convert strings, such as paths, to the value of a repeated parameter that names no catalog, and
/// back.
std::string list_of(std::vector<std::string> const& items);
std::vector<std::string> items_of(std::string const& list);

/// Returns the command `weft run`, which runs a study.
Command run_command();
/// Returns the command `weft explain`, which describes a study.
Command explain_command();
/// Returns the command `weft results`, which lists and compares the stored results of studies.
Command results_command();
/// Returns the command `weft report`, which writes saved results as one HTML file.
Command report_command();
/// Returns the command `weft figure`, which writes the figures of a saved result.
Command figure_command();
/// Returns the command `weft docs`, which writes the reference pages.
Command docs_command();
/// Returns the command `weft explore`, which shows networks in a browser.
Command explore_command();
/// Returns the command `weft completion`, which prints a completion script for a shell.
Command completion_command();
/// Returns the command `weft import`, which converts a BookSim configuration to a command.
Command import_command();
/// Returns the command `weft help`, which explains a verb, or any name or word.
Command help_command();
/// Returns the command `weft config`, which prints the settings in effect.
Command config_command();
/// Returns the command `weft version`, which prints the version.
Command version_command();

/// Parses a number of threads. Throws InputError.
unsigned read_threads(std::string const& text);

/// Returns a command with the parameters of the struct Entry, which has name, doc and schema.
template <class Entry>
Command command_of(bool gives_result, int (*run)(typename Entry::Params const&, Output const&)) {
  return {Catalog<Entry>::docs().front(), false, gives_result, false,
          [run](Spec const& request, Output const& output) {
            return run(read_params<typename Entry::Params>(Entry::schema, request), output);
          }};
}

/// Runs weft: reads the arguments and runs the verb. Returns the exit status: 0; 2 after wrong input (one
/// line on stderr); 3 if the result does not meet a requirement; 130 after Ctrl-C; 1 after an internal
/// failure.
int run(int argc, char const* const* argv);

}  // namespace weft::app
