// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "weft/core/progress.hpp"

namespace weft::explore {

/// One page of the explorer as its engine sees it: answers requests, and keeps what the next ones will need.
/// A request is a verb with its arguments, or one of the functions that web/src/engine/protocol.ts lists.
/// Answers one request at a time.
class Session {
 public:
  Session();
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// The answer as the bytes of a bundle (io/bundle.hpp). Never throws: the header of a failure has the
  /// member `error`. `figures`: the answer of a verb has its figures.
  std::string answer(std::string_view request, bool figures, Progress& progress = no_progress());

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::explore
