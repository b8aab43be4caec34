// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "weft/traffic/schedule/schedule.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft {

/// Parses a schedule line by line (`#` starts a comment; a vertex is a router, such as `5`, or a terminal
/// that is a separate vertex, such as `t5`):
///
///     holdings one_place|copies|sums|unions
///     participants all|VERTEX..            # default: the terminals
///     block B START GOAL..|all [due SLOTS] # blocks in the order 0, 1, ..; no START for sums and unions
///     slot T [WIDTH]                       # ascending; slots in between are idle
///     FROM TO B [add] [port P] [carrier C [enter|pass|leave]]
///
/// A transfer uses the first channel from FROM to TO, or the channel of output port P. A block in a carrier
/// enters it in the first transfer, passes in the next ones, and leaves it in the last. Throws InputError at
/// file:line:column, where the file is called `file`.
std::unique_ptr<ListedSchedule> parse_schedule(std::string_view text, std::string_view file,
                                               TransferNetwork const& network);
std::unique_ptr<ListedSchedule> read_schedule(std::filesystem::path const& path,
                                              TransferNetwork const& network);

/// Writes a schedule in the format of parse_schedule(), through AtomicFile. Reading the file back yields
/// identical transfers in identical slots.
void write_schedule(std::filesystem::path const& path, Schedule& schedule, TransferNetwork const& network);

}  // namespace weft
