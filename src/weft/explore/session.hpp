// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "weft/core/progress.hpp"

namespace weft::explore {

/// The engine of one page of the explorer: answers requests one at a time, and stores state for the next
/// ones. A request is a verb with its arguments, or a function that web/src/engine/protocol.ts lists.
class Session {
 public:
  Session();
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// Returns the answer as the bytes of a bundle (io/bundle.hpp). Does not throw: the header of a failure has
  /// the member `error`. `figures`: the answer of a verb contains its figures.
  std::string answer(std::string_view request, bool figures, Progress& progress = no_progress());

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::explore
