// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/balanced/balanced.hpp"
#include "weft/routing/clex_direct/clex_direct.hpp"
#include "weft/routing/clex_recursive/clex_recursive.hpp"
#include "weft/routing/dal/dal.hpp"
#include "weft/routing/deflection/deflection.hpp"
#include "weft/routing/destination_tag/destination_tag.hpp"
#include "weft/routing/dimension_order/dimension_order.hpp"
#include "weft/routing/forwarding/forwarding.hpp"
#include "weft/routing/k_shortest/k_shortest.hpp"
#include "weft/routing/layered/layered.hpp"
#include "weft/routing/minimal/minimal.hpp"
#include "weft/routing/minimal_adaptive/minimal_adaptive.hpp"
#include "weft/routing/nearest_common_ancestor/nearest_common_ancestor.hpp"
#include "weft/routing/o1turn/o1turn.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/routing/romm/romm.hpp"
#include "weft/routing/table/table.hpp"
#include "weft/routing/turn_model/turn_model.hpp"
#include "weft/routing/ugal/ugal.hpp"
#include "weft/routing/up_down/up_down.hpp"
#include "weft/routing/valiant/valiant.hpp"

namespace weft {

/// All routings that users can name. Register new ones here. Each has name, doc, Params and schema, `needs`
/// (its topology requirements, as text), `serves(machine)`, and at least one form:
/// - `channels(machine, supply)` with `vcs_needed(machine)`, the minimum number of virtual channels for
/// deadlock freedom;
/// - `packets(machine)`, null if the form is derived from channels;
/// - `shares(machine)`, null if the form is derived from channels, which must then be oblivious;
/// - `tables(machine, fabric, ends)`; if absent, derived from channels.
/// Optional members:
/// - `supports_failures` if its channels avoid failures by themselves, or `rerouted` if Weft reroutes them
/// (graph/rerouted_channels.hpp);
/// - `by_terminal` if its next hop depends on the destination terminal, for all parameters;
/// - `adaptive` if its paths depend on queues for all parameters, and `compares_queues` if it compares queues
/// itself;
/// - `moves_in_phases` if the engine `rounds` can execute it in phases, with options for them;
/// - `channels_only`, the parameters that affect only virtual channels;
/// - `resolved(params, machine)`, which sets values that depend on the machine;
/// - `require_form(form)`, which rejects parameters that a form does not support.
using Routings =
    Catalog<routing::DimensionOrder, routing::Minimal, routing::AllMinimal, routing::KShortest,
            routing::MinimalAdaptive, routing::Valiant, routing::Ugal, routing::O1turn, routing::Romm,
            routing::TurnModel, routing::Dal, routing::Par, routing::BooksimUgal,
            routing::NearestCommonAncestor, routing::DestinationTag, routing::UpDown, routing::Layered,
            routing::DeflectionRouting, routing::ClexDirect, routing::ClexRecursive, routing::PercsDirect,
            routing::PercsIndirect, routing::Table, routing::Forwarding, routing::Balanced>;

}  // namespace weft
