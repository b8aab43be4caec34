// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::routing {

/// The ports whose queues an adaptive choice compares. All heads of a router see the same queues. So if each
/// took the shortest of all, all would take the same (Kim, Dally & Abts, Adaptive routing in high-radix Clos
/// network, SC 2006).
struct SampleParams {
  static constexpr std::int64_t most_samples = 16;
  std::int64_t samples = 2;
  std::int64_t threshold = 0;
};

/// The options of an adaptive choice.
template <class Params>
constexpr std::tuple sample_schema{
    param("samples", &Params::samples, Range{0, SampleParams::most_samples},
          "adaptive choice: how many ports are drawn at random, of which the one with the shortest queue is "
          "taken; 0: all are compared, and heads that arrive together take the same"),
    param("threshold", &Params::threshold, Range{0, 1e9},
          "adaptive choice: how much shorter another queue must be than that of the first port drawn",
          "flits"),
};

/// Throws InputError for such options without the setting that needs them, as in "choice=adaptive".
inline void check_samples(SampleParams const& params, bool is_adaptive, std::string_view setting) {
  SampleParams const defaults;
  bool const samples = params.samples != defaults.samples;
  if (is_adaptive || (!samples && params.threshold == defaults.threshold)) return;
  throw needs(samples ? "samples" : "threshold", setting).at("routing");
}

}  // namespace weft::routing
