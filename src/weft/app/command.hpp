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

/// The destination and form of the result of a command.
struct Output {
  bool json = false;
  bool csv = false;
  bool wide = false;                 ///< lines of any length
  bool all = false;                  ///< every table and setting as text
  bool use_pager = true;             ///< for text that is longer than the screen
  bool replace = false;              ///< whether `directory` may contain the result of another request
  std::vector<std::string> details;  ///< tables to show whole, in addition to the main ones
  std::string table;                 ///< the only table to print
  std::string directory;
  std::string report;  ///< the file of a report
  unsigned threads = 0;
  bool long_run = false;    ///< no limit of time
  chart::Style style = {};  ///< of figures

  /// Throws InputError for output that could not be written after the work, or that would replace the result
  /// of another request.
  void check(Experiment const& experiment) const;
  /// Prints the result (text, CSV, JSON, or the document that it is); with a directory, also writes it as
  /// JSON, each table as CSV, and the pictures there; with a report, also that. Only rank 0 does.
  void give(Experiment const& experiment, Result const& result) const;
  void give(Result const& result) const;
  void give(report::Part const& part) const;

 private:
  void print(Result const& result) const;
};

/// A line on standard error, if that can be written to.
void complain(std::string const& line);

/// Adds the options for the printed parts: --all, --details, --table, --wide, --no-pager and, for commands
/// with `-o DIR`, --replace. The values of a parameter `details` go to the request.
void add_print_options(CLI::App& verb, CatalogDoc const& doc, bool has_directory, Spec& request,
                       Output& output);

/// Prints text, through a pager if standard output is a terminal with fewer lines.
void print_text(std::string const& text, bool use_pager);

/// One command of weft: options and help are made from its parameters.
struct Command {
  CatalogDoc doc;
  bool is_limited = false;   ///< has --long, without which it refuses very long runs
  bool gives_result = true;  ///< has --json, --csv, --threads and, unless it has a parameter `output`, -o
  bool takes_verb = false;   ///< a verb with its arguments follows; the parameter `ask` gets its request
  /// Returns the exit status.
  std::function<int(Spec const& request, Output const& output)> run;
};

/// All commands: the verbs, then explore, run, explain, results, report, figure, docs, completion, import,
/// config, help and version.
std::vector<Command> const& commands();
/// Adds them with their options to a command line; `status` becomes the exit status of the one that runs.
void add_commands(CLI::App& app, int& status);

/// Several texts, such as paths, as the value of one parameter that is repeated and of no catalog; and back.
std::string list_of(std::vector<std::string> const& items);
std::vector<std::string> items_of(std::string const& list);

/// `weft run`: a study.
Command run_command();
/// `weft explain`: a study in words.
Command explain_command();
/// `weft results`: the stored results of studies.
Command results_command();
/// `weft report`: saved results as one HTML file.
Command report_command();
/// `weft figure`: the figures of a saved result.
Command figure_command();
/// `weft docs`: the reference pages.
Command docs_command();
/// `weft explore`: networks in a browser.
Command explore_command();
/// `weft completion`: a script for a shell.
Command completion_command();
/// `weft import`: a configuration of BookSim as a command.
Command import_command();
/// `weft help`: a verb, or any name or word.
Command help_command();
/// `weft config`: the settings in force.
Command config_command();
/// `weft version`.
Command version_command();

/// Reads a number of threads. Throws InputError.
unsigned read_threads(std::string const& text);

/// A command whose parameters are those of a struct with name, doc and schema.
template <class Entry>
Command command_of(bool gives_result, int (*run)(typename Entry::Params const&, Output const&)) {
  return {Catalog<Entry>::docs().front(), false, gives_result, false,
          [run](Spec const& request, Output const& output) {
            return run(read_params<typename Entry::Params>(Entry::schema, request), output);
          }};
}

/// The whole command: reads the arguments, runs the verb. Exit status: 0; 2 after wrong input (one line on
/// stderr); 3 if the result does not meet a requirement; 130 after Ctrl-C; 1 after a failure of weft itself.
int run(int argc, char const* const* argv);

}  // namespace weft::app
