// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// Returns the bytes that groups of `ranks_per_task` consecutive ranks of a program without calls send each
/// other.
Communication to_communication(Program const& program, std::uint32_t ranks_per_task = 1);

/// Returns the bytes that the ranks of a program of the catalog send each other, among the tasks of the
/// context, for TaskContext::of_program. Throws InputError if the program has more ranks than there are
/// tasks.
Communication communication_of_program(std::string const& program, TaskContext const& context);

}  // namespace weft
