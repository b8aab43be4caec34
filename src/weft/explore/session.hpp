// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "weft/core/progress.hpp"

namespace weft::explore {

/// The engine of one page of the explorer: serves requests one at a time, and stores state for subsequent
/// requests. A request is a verb with its arguments, or a function that web/src/engine/protocol.ts lists.
class Session {
 public:
  Session();
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// Returns the response as the bytes of a bundle (io/bundle.hpp). Does not throw: after a failure, the
  /// header has the member `error`. `figures`: the response to a verb contains its figures.
  std::string answer(std::string_view request, bool figures, Progress& progress = no_progress());

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::explore
