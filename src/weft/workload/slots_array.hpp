// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/schedule/utilization.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/traffic/schedule/schedule.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft {

/// Adds the utilization of channels over time to a result: the array `name`, with a row per class and a
/// column per interval of slots, and the array `name`_slots with the first slot of each interval and the end
/// of the last one.
void add_utilization(schedule::Utilization const& used, std::string const& name, std::string const& title,
                     Result& result);

/// Returns a figure for each array that add_utilization() added.
std::vector<chart::Figure> slot_utilization_figures(Result const& result, std::string const& title);

/// Adds the array `name` to a result: a row (slot, channel) for each transfer of a schedule between routers,
/// in the order of slots. A step of several slots is represented by its first slot. Channels are numbered as
/// in Network. Adds a note instead if there are too many transfers. Rewinds the schedule first.
void add_slots(Schedule& schedule, TransferNetwork const& network, std::string const& name,
               std::string const& title, Result& result);

/// Adds the array of add_slots() for a program that satisfies its postcondition.
void add_slots(RouterProgram const& program, topology::SparseTorus const& torus, std::string const& name,
               std::string const& title, Result& result);

}  // namespace weft
