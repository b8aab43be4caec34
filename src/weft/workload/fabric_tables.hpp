// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/analysis/fabric/findings.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// Returns the table of suspicious parts of a fabric.
Table findings_table(std::vector<fabric::Finding> const& findings);

/// Adds the tables `fabric` (devices), `cables` (by kind and rate) and, if there are any, `findings` for a
/// topology that was read from a fabric. Adds no tables for other topologies.
void add_fabric_tables(AnyTopology const& topology, Result& result);

}  // namespace weft
