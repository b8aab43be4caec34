#pragma once

#include <functional>
#include <vector>

#include "weft/app/output.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"

namespace weft::app {

/// One command of weft: options and help are made from its parameters.
struct Command {
  CatalogDoc doc;
  bool is_limited = false;   ///< has --long, without which it refuses what takes very long
  bool gives_result = true;  ///< has --json, --csv, --threads and, unless it has a parameter `output`, -o
  /// Returns the exit status.
  std::function<int(Spec const& request, Output const& output)> run;
};

/// All commands in the order of the help: the verbs, then run, docs and completion.
std::vector<Command> const& commands();

/// `weft run`: a study.
Command run_command();
/// `weft docs`: the reference pages.
Command docs_command();
/// `weft completion`: a script for a shell.
Command completion_command();

/// A command whose parameters are those of a struct with name, doc and schema.
template <class Entry>
Command command_of(bool gives_result, int (*run)(typename Entry::Params const&, Output const&)) {
  return {Catalog<Entry>::docs().front(), false, gives_result,
          [run](Spec const& request, Output const& output) {
            return run(read_params<typename Entry::Params>(Entry::schema, request), output);
          }};
}

}  // namespace weft::app
