// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "weft/traffic/schedule/schedule.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft {

/// Reads a schedule as text, line by line (`#` begins a comment; vertices are `5`, a router, or `t5`, a
/// terminal that is a separate vertex):
///
///     holdings one_place|copies|sums|unions
///     participants all|VERTEX..            # default: the terminals
///     block B START GOAL..|all [due SLOTS] # blocks in the order 0, 1, ..; no START for sums and unions
///     slot T [WIDTH]                       # ascending; slots in between are idle
///     FROM TO B [add] [port P] [carrier C [enter|pass|leave]]
///
/// A transfer uses the first channel from FROM to TO, or the one of output port P. In a carrier it enters at
/// the first transfer, then passes, and leaves at the last. Throws InputError at file:line:column; `file` is
/// the name used there.
std::unique_ptr<ListedSchedule> parse_schedule(std::string_view text, std::string_view file,
                                               TransferNetwork const& network);
std::unique_ptr<ListedSchedule> read_schedule(std::filesystem::path const& path,
                                              TransferNetwork const& network);

/// Writes a schedule in this format, through AtomicFile. Reading it back yields the same transfers in the
/// same slots.
void write_schedule(std::filesystem::path const& path, Schedule& schedule, TransferNetwork const& network);

}  // namespace weft
