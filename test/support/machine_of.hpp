// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"

namespace weft {

/// A topology as everything above the network sees it.
template <Topology T>
Machine machine_of(T const& topology, FailureParams const& failures = {}) {
  return {erase_type(topology), failures};
}

}  // namespace weft
