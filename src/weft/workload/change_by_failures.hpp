// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/core/spec.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/form.hpp"

namespace weft {

/// Returns a note if `given` resolves to different routings on the machine with its failures and on the
/// complete topology, because a comparison of runs with and without failures would then compare two routings;
/// otherwise an empty text. `resolved`: the routing with failures. `vcs`: as in routing::resolve().
std::string change_by_failures(Spec const& given, Spec const& resolved, Machine const& machine,
                               TopologyPtr const& topology, routing::Form form,
                               std::uint32_t vcs = routing::max_vcs);

}  // namespace weft
