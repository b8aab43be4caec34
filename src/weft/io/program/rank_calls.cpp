// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/rank_calls.hpp"

#include <utility>

namespace weft {

std::uint32_t RankCalls::add(Operation const& operation, bool blocks) {
  auto const number = static_cast<std::uint32_t>(operations_.size());
  operations_.push_back(operation);
  if (before_) waits_.push_back({number, *before_, before_blocks_});
  before_ = number;
  before_blocks_ = blocks;
  return number;
}

std::uint32_t RankCalls::add(CollectiveCall call, bool blocks) {
  collectives_.push_back(std::move(call));
  auto const number = static_cast<std::uint32_t>(collectives_.size() - 1);
  return add(Operation{.kind = OperationKind::call, .peer = number}, blocks);
}

void RankCalls::compute(double ns) {
  if (ns > 0) add(Operation{.kind = OperationKind::compute, .amount = ns});
}

void RankCalls::wait_for(std::span<std::uint32_t const> calls) {
  if (calls.empty()) return;
  auto const wait = add(Operation{});
  for (auto const call : calls) waits_.push_back({wait, call, true});
}

void RankCalls::append_to(ProgramBuilder& builder, std::uint32_t rank) && {
  builder.begin_rank(rank);
  for (auto const& operation : operations_)
    if (operation.kind == OperationKind::call)
      builder.add(std::move(collectives_[operation.peer]), operation);
    else
      builder.add(operation);
  for (auto const& [waiter, of, for_end] : waits_)
    if (for_end)
      builder.wait_for_end(waiter, of);
    else
      builder.wait_for_start(waiter, of);
}

}  // namespace weft
