// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/hosts.hpp"

namespace weft {

/// Where the tasks of a job can run if each of its hosts takes the same number of them.
struct NodePlaces {
  /// A terminal for each place, ascending, so that a terminal that takes several tasks stands there several
  /// times.
  std::vector<std::uint32_t> terminals;
  /// The places (positions in `terminals`) in the order of hosts, those of a host on its terminals in turn.
  std::vector<std::uint32_t> by_host;

  /// Whether the places are terminals in their order, none twice.
  bool are_terminals() const;
};

/// `some`: the terminals of the job, ascending; null: all. Throws InputError for more places than memory
/// holds.
NodePlaces node_places(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                       std::uint64_t ranks_per_node);
/// Their number.
std::uint64_t num_node_places(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                              std::uint64_t ranks_per_node);

}  // namespace weft
