// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/rank_sequence.hpp"

#include <utility>

namespace weft::traffic {

void RankSequence::compute(double ns) {
  next();
  if (ns == 0 && !before_.empty()) return;
  add(Operation{.kind = OperationKind::compute, .amount = ns});
  next();
}

void RankSequence::call(CollectiveCall call) {
  next();
  add(std::move(call));
  next();
}

void RankSequence::next() {
  if (now_.empty()) return;
  before_.swap(now_);
  now_.clear();
  constexpr std::size_t few = 2;  // larger phases share one wait: an empty operation
  if (before_.size() <= few) return;
  add(Operation{});
  before_.swap(now_);
  now_.clear();
}

}  // namespace weft::traffic
