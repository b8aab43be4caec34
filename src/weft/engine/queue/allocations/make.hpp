// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/core/spec.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// An allocation that is bound to a machine, and its spec with every parameter.
struct BoundAllocation {
  AllocationPtr allocation;
  std::string resolved;
};

/// Creates an allocation. Throws InputError for an unknown name, and for an allocation that the machine does
/// not support; the error lists the supported allocations.
BoundAllocation make_allocation(Spec const& spec, AllocationContext const& context);

}  // namespace weft::queue
