// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/critical_path.hpp"

#include <algorithm>

#include "weft/core/interrupt.hpp"

namespace weft::replay {
namespace {

class Walk {
 public:
  Walk(Program const& program, ReplayTrace const& trace) : program_(program), trace_(trace) {}

  std::vector<PathSegment> back_from(std::uint32_t last) {
    now_ = trace_.end[last];
    std::vector<bool> seen(trace_.end.size());  // operations without duration at one time can form a cycle
    for (auto at = last; at != ReplayTrace::none && !seen[at];) {
      throw_if_interrupted();
      seen[at] = true;
      at = before(at);
    }
    go_back_to(0, PathPart::waiting, program_.rank_of(last));
    std::ranges::reverse(path_);
    return std::move(path_);
  }

 private:
  /// Adds the segment from `time` to now_ and moves back to `time`. Does nothing if `time` is not before
  /// now_.
  void go_back_to(double time, PathPart part, std::uint32_t rank) {
    if (time >= now_) return;
    if (!path_.empty() && path_.back().part == part && path_.back().rank == rank)
      path_.back().from = time;
    else
      path_.push_back({time, now_, rank, part});
    now_ = time;
  }

  /// Moves back over operation i, or over its start if it has not ended by now_. Returns its predecessor.
  std::uint32_t before(std::uint32_t i) {
    auto const rank = program_.rank_of(i);
    go_back_to(trace_.end[i], PathPart::waiting, rank);
    switch (program_.operation(i).kind) {
      case OperationKind::receive: return before_receive(i, rank);
      case OperationKind::send:
        if (trace_.left[i] >= 0 && trace_.arrived[i] == trace_.end[i] && trace_.left[i] < now_)
          return before_message(i, rank);
        go_back_to(trace_.begin[i], PathPart::overhead, rank);
        break;
      default: go_back_to(trace_.begin[i], PathPart::computing, rank);
    }
    return trace_.cause[i];
  }
  std::uint32_t before_receive(std::uint32_t i, std::uint32_t rank) {
    auto const send = trace_.partner[i];
    bool const has_ended = trace_.end[i] <= now_;  // otherwise only its start is relevant
    if (has_ended && send != ReplayTrace::none && trace_.arrived[send] >= trace_.begin[i]) {
      go_back_to(trace_.arrived[send], PathPart::overhead, rank);
      return before_message(send, rank);
    }
    go_back_to(trace_.begin[i], PathPart::overhead, rank);
    return trace_.cause[i];
  }
  /// Moves back over the data of a send in flight to `rank`, and over the operation that triggered their
  /// departure. Returns the predecessor of this operation.
  std::uint32_t before_message(std::uint32_t send, std::uint32_t rank) {
    auto const left = trace_.left[send];
    go_back_to(std::max(left, std::min(now_, left + trace_.latency[send])), PathPart::bytes, rank);
    go_back_to(left, PathPart::latency, rank);
    auto const by = trace_.left_by[send];
    go_back_to(trace_.begin[by], by == send ? PathPart::overhead : PathPart::waiting, program_.rank_of(by));
    return trace_.cause[by];
  }

  Program const& program_;
  ReplayTrace const& trace_;
  double now_ = 0;
  std::vector<PathSegment> path_;
};

}  // namespace

std::vector<PathSegment> critical_path(Program const& program, ReplayTrace const& trace) {
  if (trace.end.empty()) return {};
  auto const last = std::ranges::max_element(trace.end) - trace.end.begin();
  if (trace.end[static_cast<std::size_t>(last)] <= 0) return {};
  return Walk(program, trace).back_from(static_cast<std::uint32_t>(last));
}

}  // namespace weft::replay
