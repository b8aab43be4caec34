// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/explore/live_flits.hpp"

namespace weft::explore {

/// The live simulations of a page, and the requests on them; web/src/engine/protocol.ts lists the arguments
/// and responses. Each request returns the bytes of a bundle, and throws InputError.
class LiveRequests {
 public:
  /// Maximum number of open simulations; opening one more closes the oldest.
  static constexpr std::size_t max_open = 4;

  /// Accepts the keys of `simulate`; the default engine is `flit`.
  std::string open(Spec const& request, Progress& progress);
  std::string step(Spec const& request, Progress& progress);
  std::string packet(Spec const& request) const;
  std::string close(Spec const& request);

 private:
  struct Open {
    std::uint32_t id;
    std::unique_ptr<LiveFlits> flits;
  };

  std::deque<Open>::const_iterator find(std::uint32_t id) const;

  std::deque<Open> open_;  // oldest first
  std::uint32_t last_id_ = 0;
};

}  // namespace weft::explore
