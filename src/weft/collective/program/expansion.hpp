// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/collective/program/collective_choices.hpp"
#include "weft/io/program/program.hpp"

namespace weft::collective {

/// Returns a program with its collective calls replaced by messages. A rank performs the sends and receives
/// of a round concurrently, and starts a round when its previous round has ended; adding received data takes
/// `ns_per_byte`. The messages of each call have a separate context. Throws InputError if ranks of a group
/// call different operations, or if the program does not fit in memory. Adds the algorithms of the calls to
/// `algorithms`, unless it is null.
Program without_calls(Program program, CollectiveChoices const& choices = {}, double ns_per_byte = 0,
                      std::vector<CallAlgorithm>* algorithms = nullptr);

}  // namespace weft::collective
