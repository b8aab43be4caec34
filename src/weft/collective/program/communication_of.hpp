// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// Returns the communication of a program that has no collective calls: the bytes between the tasks, each of
/// which consists of `ranks_per_task` consecutive ranks.
Communication to_communication(Program const& program, std::uint32_t ranks_per_task = 1);

/// Returns the communication of a program of the catalog, between the tasks of the context; for
/// TaskContext::of_program. Throws InputError if the program has more ranks than there are tasks.
Communication communication_of_program(std::string const& program, TaskContext const& context);

}  // namespace weft
