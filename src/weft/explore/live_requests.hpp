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

/// The simulations that a page watches, and the requests on them; arguments and answers are those of
/// web/src/engine/protocol.ts. Each throws InputError, and answers with the bytes of a bundle.
class LiveRequests {
 public:
  /// With one more, the oldest is closed.
  static constexpr std::size_t most_open = 4;

  /// The keys are those of `simulate`; the engine is `flit` if none is given.
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

  std::deque<Open> open_;  // the oldest first
  std::uint32_t last_id_ = 0;
};

}  // namespace weft::explore
