// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::routing {

/// Number of ports whose queues an adaptive choice compares. All heads of a router observe the same queues:
/// if each head used the port with the shortest of all queues, all would use the same port (Kim, Dally &
/// Abts, Adaptive routing in high-radix Clos network, SC 2006).
struct SampleParams {
  static constexpr std::int64_t max_samples = 16;
  std::int64_t samples = 2;
  std::int64_t threshold = 0;
};

/// Schema of the options of an adaptive choice.
template <class Params>
constexpr std::tuple sample_schema{
    param(
        "samples", &Params::samples, Range{0, SampleParams::max_samples},
        "adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports are compared, and heads that arrive in the same cycle use the same port"),
    param("threshold", &Params::threshold, Range{0, 1e9},
          "adaptive choice: difference in queue length from which another port is preferred to the first "
          "drawn port",
          "flits"),
};

/// Throws InputError if the options for samples are set although `setting`, which they require (such as
/// "choice=adaptive"), is not.
inline void check_samples(SampleParams const& params, bool is_adaptive, std::string_view setting) {
  SampleParams const defaults;
  bool const samples = params.samples != defaults.samples;
  if (is_adaptive || (!samples && params.threshold == defaults.threshold)) return;
  throw needs(samples ? "samples" : "threshold", setting).at("routing");
}

}  // namespace weft::routing
