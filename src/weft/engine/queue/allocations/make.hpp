// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/core/spec.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// An allocation on a machine, and its text with every parameter written out.
struct BoundAllocation {
  AllocationPtr allocation;
  std::string resolved;
};

/// The allocation of that name. Throws InputError for an unknown one, and for one that the machine does not
/// support, with those that it does.
BoundAllocation make_allocation(Spec const& spec, AllocationContext const& context);

}  // namespace weft::queue
