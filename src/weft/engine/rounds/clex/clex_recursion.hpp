// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/clex/clex_copies.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"

namespace weft::rounds {

/// Returns the memory, in bytes, of a store of the whole machine and, for each thread, of a store of one copy
/// of each level from 2 to levels - 1.
inline std::uint64_t bytes_of_stores(ClexMachine const& machine, double messages, std::size_t message_bytes,
                                     std::size_t offset_bytes) {
  auto const clique =
      static_cast<double>(sizeof(std::uint64_t)) + (machine.m + 1.0) * static_cast<double>(offset_bytes);
  double const whole =
      messages * static_cast<double>(message_bytes) + clique * static_cast<double>(machine.cliques());
  double copies = 0;
  for (std::uint32_t level = 2; level < machine.levels; ++level)
    copies += whole / static_cast<double>(machine.power(machine.levels - level));
  return static_cast<std::uint64_t>(whole + num_threads() * copies);
}

/// The fast execution of A(l): on flat arrays, copy by copy.
///
/// The copies of the task level, usually the level below the top, are the parallel tasks, distributed over
/// ranks and threads; each runs depth first (ClexCopies). Above the task level, the calls run one after the
/// other, each on all copies, with exchanges of messages between the ranks.
template <class Message, class Offset, class FirstLevel>
class ClexRecursion {
 public:
  using Copies = ClexCopies<Message, Offset, FirstLevel>;

  /// Collective, as is run().
  ClexRecursion(ClexMachine const& machine, ClexOptions const& options, std::uint64_t seed,
                Traffic const& traffic, typename Copies::MakeFirstLevel make_first_level)
      : copies_(machine, options, seed, traffic, std::move(make_first_level)),
        machine_(machine),
        redistribution_(options.redistribute),
        traffic_(traffic),
        task_level_(task_level_of(machine)),
        own_(share_of(rank(), num_tasks())) {}

  void set_sink(typename Copies::Sink sink) { copies_.set_sink(std::move(sink)); }
  void set_numbers(typename Copies::Numbers numbers) { copies_.set_numbers(std::move(numbers)); }
  void set_left_sink(typename Copies::DepartureSink sink) { copies_.set_left_sink(std::move(sink)); }
  std::uint64_t node_of(decltype(Message::destination) digits) const { return copies_.node_of(digits); }
  void set_lengths(HopLengths in_clique, typename Copies::Length between, RoundTimes times) {
    copies_.set_lengths(std::move(in_clique), std::move(between), std::move(times));
  }
  /// Sets a callback that receives the number of messages that A(1) calls have delivered since the previous
  /// callback; about work() in total.
  void set_tick(typename Copies::Tick tick) { copies_.set_tick(std::move(tick), task_level_ == 1); }

  /// Returns the approximate number of messages that all calls of A(1) deliver on this rank.
  std::uint64_t work() const {
    return traffic_.num_messages() / num_ranks() * calls_of_message(machine_.levels, redistribution_);
  }

  /// Returns the memory of this rank in bytes: its part of a store of the whole machine, or of two stores if
  /// there are several calls above the task level; for each thread, a store of one copy of each level below;
  /// and, with several ranks, three times the copies in flight and the message counters of the received
  /// parts.
  std::uint64_t bytes_needed() const {
    double const messages = static_cast<double>(traffic_.num_messages()) * sizeof(Message);
    double const clique = sizeof(std::uint64_t) + (machine_.m + 1.0) * sizeof(Offset);
    double const whole = messages + clique * static_cast<double>(machine_.cliques());
    double const per_task = whole / static_cast<double>(num_tasks());
    auto const tasks = (num_tasks() + num_ranks() - 1) / num_ranks();
    double below = 0;
    for (std::uint32_t level = 2; level <= task_level_ && level < machine_.levels; ++level)
      below += whole / static_cast<double>(machine_.power(machine_.levels - level));
    double const stores = top_calls().size() > 2 ? 2 : 1;
    auto bytes = stores * static_cast<double>(tasks) * per_task + num_threads() * below;
    if (num_ranks() > 1) {
      double const copies_of_line = std::max(1U, machine_.m / num_ranks());
      bytes += 3 * static_cast<double>(copies_per_turn(tasks)) * per_task +
               static_cast<double>(machine_.nodes()) / num_ranks() / copies_of_line *
                   (sizeof(std::uint64_t) + sizeof(Offset));
    }
    return static_cast<std::uint64_t>(bytes);
  }

  /// Runs A(l) and returns the measures of all ranks.
  ClexMeasures run() {
    std::uint32_t const top = machine_.levels;
    workers_.resize(num_threads());
    Stores stores;
    auto const calls = top_calls();
    for (auto const& call : calls) stores = deliver_all(call, std::move(stores), &call == &calls.back());
    ClexMeasures measures(top);
    for (auto const& worker : workers_)
      if (worker) measures.merge(worker->measures);
    workers_.clear();
    merge_over_ranks(measures);
    measures.messages = traffic_.num_messages();
    measures.levels[top - 1].max_messages =
        std::max(measures.levels[top - 1].max_messages, measures.messages);
    return measures;
  }

 private:
  using Store = typename Copies::Store;
  using Stores = std::vector<Store>;
  using Lines = LineStores<Message, Offset>;
  using Source = typename Copies::Source;
  using Target = typename Copies::Target;
  using Worker = typename Copies::Worker;

  /// A call of A(task level) on all copies of the task level, and the level of the preceding exchange (0:
  /// none).
  struct TopCall {
    std::uint64_t number;
    std::uint32_t exchange;
  };

  std::vector<TopCall> top_calls() const {
    std::uint64_t const step = num_calls(task_level_);
    std::vector<TopCall> calls;
    auto const add = [&](std::uint64_t first, std::uint32_t levels) {
      for (std::uint64_t c = 0; c < num_calls(levels); c += step)
        calls.push_back({first + c, c == 0 ? 0 : exchange_level(c)});
    };
    if (redistribution_ > task_level_) add(num_calls(machine_.levels), redistribution_);
    add(0, machine_.levels);
    return calls;
  }

  /// Executes a call on the copies of this rank. `held`: the messages of each copy before the call. Returns
  /// the messages of each copy after the call, or an empty list if they go to the sink.
  Stores deliver_all(TopCall const& call, Stores held, bool to_sink) {
    std::uint64_t const cliques = machine_.cliques_of_copy(task_level_);
    std::optional<Lines> lines;
    if (call.exchange)
      lines.emplace(CopyLines{machine_.m, machine_.power(call.exchange - 1 - task_level_), num_tasks()},
                    cliques, std::move(held));
    Stores out(to_sink ? 0 : own_.end - own_.begin);
    std::vector<std::uint64_t> sizes(num_tasks());
    bool overflow = false;
    try {
      parallel_for(own_.end - own_.begin, [&](std::size_t task, unsigned w) {
        std::uint64_t const copy = own_.begin + task;
        Worker& worker = worker_at(w);
        Source source;
        if (lines) {
          source = lines->source(copy, call.exchange);
          if (!machine_.low_landing && call.exchange > 2) {
            copies_.fill_stage(copy, call.number, source, worker.stages[call.exchange], worker);
            source.stage = &worker.stages[call.exchange];
          }
        } else if (!held.empty()) {
          source.store = &held[task];
          source.cliques = cliques;
        }
        Target target;
        if (!to_sink) {
          out[task] = Store{machine_.m, cliques, size_of(source, copy)};
          target = {&out[task], cliques, 0};
        }
        sizes[copy] = copies_.deliver(task_level_, copy, call.number, source, target, worker, w);
      });
    } catch (OffsetOverflow const&) { overflow = true; }
    if (max_over_ranks(overflow) != 0) throw OffsetOverflow{};
    measure_sizes(call.number, std::move(sizes));
    return out;
  }

  /// Returns the number of messages that `source` contains for a copy of the task level.
  std::uint64_t size_of(Source const& source, std::uint64_t copy) const {
    std::uint64_t const nodes = machine_.power(task_level_);
    if (source.is_traffic()) return copies_.sent_by(copy * nodes, nodes);
    if (source.store) return source.store->size();
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < machine_.m; ++i)
      for (std::uint64_t at = 0; at < source.cliques; ++at) sum += source.queue(i, source.cliques, at).size();
    return sum;
  }

  /// Records the sizes of the instances above the task level that start with call `call`.
  void measure_sizes(std::uint64_t call, std::vector<std::uint64_t> of_copy) {
    if (task_level_ + 1 >= machine_.levels) return;
    sum_over_ranks(of_copy);
    for (std::uint32_t level = task_level_ + 1; level < machine_.levels; ++level) {
      if (call % num_calls(level) != 0) return;
      std::vector<std::uint64_t> of_larger(of_copy.size() / machine_.m);
      for (std::size_t copy = 0; copy < of_copy.size(); ++copy) of_larger[copy / machine_.m] += of_copy[copy];
      of_copy = std::move(of_larger);
      auto& measure = worker_at(0).measures.levels[level - 1].max_messages;
      measure = std::max(measure, std::ranges::max(of_copy));
    }
  }

  std::uint64_t num_tasks() const { return machine_.power(machine_.levels - task_level_); }
  Worker& worker_at(unsigned index) {
    auto& worker = workers_[index];
    if (!worker) worker.emplace(copies_.new_worker());
    return *worker;
  }

  Copies copies_;
  ClexMachine machine_;
  std::uint32_t redistribution_;
  Traffic const& traffic_;
  std::uint32_t task_level_;  ///< level of the copies that are parallel tasks
  Share own_;                 ///< copies of this rank
  std::vector<std::optional<Worker>> workers_;
};

}  // namespace weft::rounds
