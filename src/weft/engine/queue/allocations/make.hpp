// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/core/spec.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// An allocation on a machine, and its text with every parameter.
struct BoundAllocation {
  AllocationPtr allocation;
  std::string resolved;
};

/// Makes an allocation. Throws InputError for an unknown name, and for one that the machine does not support;
/// the error lists supported ones.
BoundAllocation make_allocation(Spec const& spec, AllocationContext const& context);

}  // namespace weft::queue
