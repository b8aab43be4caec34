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

/// Adds the utilization of channels over time to a result: the array `name`, a row per class and a
/// column per stretch of slots, and the array `name`_slots, the first slot of each stretch and the end.
void add_utilization(schedule::Utilization const& used, std::string const& name, std::string const& title,
                     Result& result);

/// The figure of each array that add_utilization gave.
std::vector<chart::Figure> utilization_figures_of(Result const& result, std::string const& title);

/// Adds the array `name` to a result: a row (slot, channel) for each transfer of a schedule between routers,
/// in the order of slots. A step of several slots is given by its first. Channels are numbered as in Network.
/// Adds a note instead if there are too many. Starts the schedule from its first step.
void add_slots(Schedule& schedule, TransferNetwork const& network, std::string const& name,
               std::string const& title, Result& result);

/// The same for a program that keeps its promise.
void add_slots(RouterProgram const& program, topology::SparseTorus const& torus, std::string const& name,
               std::string const& title, Result& result);

}  // namespace weft
