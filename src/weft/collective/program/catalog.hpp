// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/collective/program/collective_choices.hpp"
#include "weft/collective/program/schedule_programs.hpp"
#include "weft/core/catalog.hpp"
#include "weft/traffic/program/exchange.hpp"
#include "weft/traffic/program/generators.hpp"
#include "weft/traffic/program/traces.hpp"
#include "weft/traffic/program/training.hpp"

namespace weft {

/// All programs that users can name. Register new ones here. Each has name, doc, Params, schema and
/// `make(params, context)`, which returns the operations of the ranks, with a third parameter `ns_per_byte`
/// if the program contains reductions. A program with a planned operation has `algorithms(params)`, its
/// collective calls. A program from a file determines its number of ranks.
using Programs = Catalog<traffic::Exchange, collective::OperationProgram, collective::ScheduleProgram,
                         collective::ApplicationProgram, traffic::Stencil, traffic::ConjugateGradient,
                         traffic::Fft, traffic::Sweep, traffic::Training, traffic::Goal, traffic::Ti,
                         traffic::Dumpi, traffic::Otf2, traffic::Chakra>;

/// A program with its collective calls expanded, and its spec with all parameters.
struct NamedProgram {
  Program program;
  std::string resolved;
  std::vector<collective::CallAlgorithm> algorithms = {};  ///< algorithms of its collective calls

  /// Returns a description such as "a program of 5 ranks", with the file name if the program is from a file.
  std::string text() const;
};
/// Creates a program. `choices`, `ns_per_byte`: for the expansion of collective calls
/// (collective::without_calls). Throws InputError at `program` for an unknown name or invalid parameters, and
/// at file:line:column for an error in a program file.
NamedProgram make_program(std::string const& spec, TaskContext const& context,
                          collective::CollectiveChoices const& choices = {}, double ns_per_byte = 0);

}  // namespace weft
