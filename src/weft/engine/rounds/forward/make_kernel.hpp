// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "weft/engine/rounds/deflection/deflection_kernel.hpp"
#include "weft/engine/rounds/forward/forward_kernel.hpp"

namespace weft::rounds {

/// Creates the kernel that executes the routing of a job. The arguments must outlive the kernel.
template <class M>
std::unique_ptr<RoundKernel<M>> make_kernel(ForwardJob const& job, ForwardSetup const& setup) {
  if constexpr (is_full<M>)
    if (job.routing.deflection() != nullptr)
      return std::make_unique<DeflectionKernel<M>>(job.network, setup.wiring, job.routing, setup.settings);
  return std::make_unique<ForwardKernel<M>>(job.network, setup.wiring, job.routing, setup.settings);
}

}  // namespace weft::rounds
