// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/program.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/core/hash.hpp"

namespace weft {

std::uint32_t Program::rank_of(std::uint32_t operation) const {
  auto const after = std::ranges::upper_bound(first_operation_, operation);
  return static_cast<std::uint32_t>(after - first_operation_.begin() - 1);
}

std::uint64_t Program::digest() const {
  Fnv1a hash;
  for (auto const& operation : operations_) {
    hash.add(std::uint64_t{operation.peer} << 32 | operation.tag);
    hash.add(std::uint64_t{operation.context} << 32 | std::uint64_t{operation.is_independent} << 25 |
             std::uint64_t{operation.is_request} << 24 | static_cast<std::uint64_t>(operation.kind) << 16 |
             std::uint64_t{operation.cpu} << 8 | operation.nic);
    hash.add(std::bit_cast<std::uint64_t>(operation.amount));
  }
  for (auto const& call : calls_) {
    hash.add(std::uint64_t{call.group} << 32 | call.root);
    hash.add(static_cast<std::uint64_t>(call.kind));
    for (auto const amount : {call.bytes, call.compute}) hash.add(std::bit_cast<std::uint64_t>(amount));
    for (auto const size : call.sizes) hash.add(std::bit_cast<std::uint64_t>(size));
  }
  if (!calls_.empty())
    for (auto const& group : groups_)
      for (auto const rank : group) hash.add(rank);
  for (auto const* const list :
       {&first_operation_, &first_after_end_, &after_end_, &first_after_start_, &after_start_})
    for (auto const number : *list) hash.add(number);
  return hash.value();
}

void ProgramBuilder::begin_rank(std::uint32_t rank) {
  base_ = static_cast<std::uint32_t>(operations_.size());
  blocks_.push_back({rank, base_});
}

std::uint32_t ProgramBuilder::add(Operation const& operation) {
  constexpr std::size_t maximum = 0xfffffffe;
  if (operations_.size() >= maximum)
    throw InputError("the program has too many operations", "the maximum is 2^32 - 2");
  operations_.push_back(operation);
  return static_cast<std::uint32_t>(operations_.size() - 1 - base_);
}

std::uint32_t ProgramBuilder::add(CollectiveCall call, Operation as) {
  as.kind = OperationKind::call;
  as.peer = static_cast<std::uint32_t>(calls_.size());
  calls_.push_back(std::move(call));
  return add(as);
}

std::uint32_t ProgramBuilder::add_group(std::vector<std::uint32_t> members) {
  groups_.push_back(std::move(members));
  return static_cast<std::uint32_t>(groups_.size() - 1);
}

Program ProgramBuilder::finish(std::uint32_t num_ranks) && {
  Program program;
  program.calls_ = std::move(calls_);
  program.groups_ = std::move(groups_);
  program.groups_[0].resize(num_ranks);
  std::iota(program.groups_[0].begin(), program.groups_[0].end(), 0U);
  auto const count = operations_.size();
  std::vector<std::uint32_t> place(count);  // new number of each operation, rank by rank
  program.first_operation_.assign(num_ranks + std::size_t{1}, 0);
  auto const end_of = [&](std::size_t block) {
    return block + 1 < blocks_.size() ? blocks_[block + 1].first : static_cast<std::uint32_t>(count);
  };
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    program.first_operation_[blocks_[b].rank + std::size_t{1}] = end_of(b) - blocks_[b].first;
  std::partial_sum(program.first_operation_.begin(), program.first_operation_.end(),
                   program.first_operation_.begin());
  program.operations_.resize(count);
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (auto i = blocks_[b].first; i < end_of(b); ++i) {
      place[i] = program.first_operation_[blocks_[b].rank] + i - blocks_[b].first;
      program.operations_[place[i]] = operations_[i];
      program.cpus_ = std::max<std::uint8_t>(program.cpus_, operations_[i].cpu + 1);
      program.nics_ = std::max<std::uint8_t>(program.nics_, operations_[i].nic + 1);
      if (is_message(operations_[i]))
        program.contexts_ = std::max(program.contexts_, operations_[i].context + 1);
    }
  program.waits_.assign(count, 0);
  auto const fill = [&](std::vector<Wait> const& waits, std::vector<std::uint32_t>& first,
                        std::vector<std::uint32_t>& list) {
    first.assign(count + 1, 0);
    for (auto const& [waiter, of] : waits) {
      ++first[place[of] + std::size_t{1}];
      ++program.waits_[place[waiter]];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    list.resize(waits.size());
    auto next = first;
    for (auto const& [waiter, of] : waits) list[next[place[of]]++] = place[waiter];
  };
  fill(ends_, program.first_after_end_, program.after_end_);
  fill(starts_, program.first_after_start_, program.after_start_);
  return program;
}

Program joined(std::span<Program const* const> programs) {
  ProgramBuilder builder;
  std::uint32_t first_rank = 0;
  for (auto const* const program : programs) {
    for (std::uint32_t rank = 0; rank < program->num_ranks(); ++rank) {
      builder.begin_rank(first_rank + rank);
      auto const first = program->first_operation(rank);
      for (auto i = first; i < program->first_operation(rank + 1); ++i) {
        auto operation = program->operation(i);
        if (is_message(operation) && operation.peer != Operation::any) operation.peer += first_rank;
        builder.add(operation);
      }
      for (auto i = first; i < program->first_operation(rank + 1); ++i) {
        for (auto const waiter : program->after_end(i)) builder.wait_for_end(waiter - first, i - first);
        for (auto const waiter : program->after_start(i)) builder.wait_for_start(waiter - first, i - first);
      }
    }
    first_rank += program->num_ranks();
  }
  return std::move(builder).finish(first_rank);
}

/// Repeatedly removes operations that depend on no remaining operation. Each remaining operation depends on
/// another one: following dependencies backward from any of them leads to a cycle.
std::vector<std::uint32_t> waiting_cycle(Program const& program) {
  auto const count = program.num_operations();
  std::vector<std::uint32_t> waits(count), ready;
  for (std::uint32_t i = 0; i < count; ++i) {
    waits[i] = program.num_waits(i);
    if (waits[i] == 0) ready.push_back(i);
  }
  auto const release = [&](std::span<std::uint32_t const> waiters) {
    for (auto const waiter : waiters)
      if (--waits[waiter] == 0) ready.push_back(waiter);
  };
  for (std::size_t done = 0; done < ready.size(); ++done) {
    release(program.after_end(ready[done]));
    release(program.after_start(ready[done]));
  }
  if (ready.size() == count) return {};
  std::vector<std::uint32_t> one_before(count, Operation::any);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (waits[i] == 0) continue;
    for (auto const& waiters : {program.after_end(i), program.after_start(i)})
      for (auto const waiter : waiters)
        if (waits[waiter] > 0) one_before[waiter] = i;
  }
  auto at =
      static_cast<std::uint32_t>(std::ranges::find_if(waits, [](auto n) { return n > 0; }) - waits.begin());
  for (std::uint32_t step = 0; step < count; ++step) at = one_before[at];
  std::vector<std::uint32_t> cycle;
  for (auto i = at; cycle.empty() || i != at; i = one_before[i]) cycle.push_back(i);
  std::ranges::reverse(cycle);
  return cycle;
}

}  // namespace weft
