// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/collective/program/collective_choices.hpp"
#include "weft/io/program/program.hpp"

namespace weft::collective {

/// Replaces the collective calls of a program by messages. A rank performs the sends and receives of a round
/// concurrently, and begins a round when its previous round has ended; adding received data takes
/// `ns_per_byte`. Each call has a separate context for its messages. Throws InputError if ranks of a group
/// call different operations, or if the memory is insufficient.
Program without_calls(Program program, CollectiveChoices const& choices = {}, double ns_per_byte = 0);

}  // namespace weft::collective
