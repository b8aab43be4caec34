// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/collective/program/collective_choices.hpp"
#include "weft/io/program/program.hpp"

namespace weft::collective {

/// The program with messages in place of its collective calls. A rank sends and receives what a round of the
/// call says at the same time, and begins a round when the one before has ended for it; adding up what it
/// receives takes `ns_per_byte`. The messages of each call have a context of their own. Throws InputError if
/// ranks of a group call different operations, or if there is too little memory.
Program without_calls(Program program, CollectiveChoices const& choices = {}, double ns_per_byte = 0);

}  // namespace weft::collective
