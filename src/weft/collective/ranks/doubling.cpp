// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/doubling.hpp"

#include "weft/collective/postconditions.hpp"

namespace weft::collective {
namespace {

/// Appends the messages of a round of an allreduce within the core.
void exchange_sums(PowerOfTwoCore const& folding, std::uint32_t bit, std::uint32_t packets,
                   std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.core; ++v) out.push_back({v, v ^ bit, 0, packets, Arrival::add});
}

/// Appends the messages of a round of an allgather: rank v sends the blocks of all ranks that agree with v in
/// the bits from `bit` upward.
void exchange_parts(PowerOfTwoCore const& folding, std::uint32_t bit, std::uint32_t packets,
                    std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.core; ++v)
    folding.send_parts(v, v ^ bit, v & ~(bit - 1), bit, packets, Arrival::replace, out);
}

/// Appends the messages of the last round of an allgather: each twin receives all blocks except its own.
void send_rest_to_twins(PowerOfTwoCore const& folding, std::uint32_t packets, std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.twins(); ++v) {
    auto const twin = folding.core + v;
    out.push_back({v, twin, 0, twin * packets});
    if (twin + 1 < folding.ranks)
      out.push_back({v, twin, (twin + 1) * packets, (folding.ranks - twin - 1) * packets});
  }
}

}  // namespace

Plan RecursiveDoubling::plan(Ranks const& ranks, Task const& task) const {
  bool const sums = task.operation == Operation::allreduce;
  auto postcondition = (sums ? allreduce_postcondition : allgather_postcondition)(ranks, task.packets);
  return make_plan(std::move(postcondition), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds RecursiveDoubling::rounds(std::uint32_t ranks, Task const& task) const {
  PowerOfTwoCore const folding(ranks);
  bool const sums = task.operation == Operation::allreduce;
  auto const packets = task.packets;
  auto messages = [=](std::uint32_t round, std::vector<Message>& out) {
    auto const step = folding.folds() ? round - 1 : round;
    if (folding.folds() && round == 0) {
      if (sums)
        folding.send_from_twins(0, packets, Arrival::add, out);
      else
        for (std::uint32_t v = 0; v < folding.twins(); ++v)
          out.push_back({folding.core + v, v, (folding.core + v) * packets, packets});
    } else if (step < folding.exchanges()) {
      (sums ? exchange_sums : exchange_parts)(folding, std::uint32_t{1} << step, packets, out);
    } else if (sums) {
      folding.send_to_twins(0, packets, Arrival::replace, out);
    } else {
      send_rest_to_twins(folding, packets, out);
    }
  };
  return {folding.exchanges() + (folding.folds() ? 2 : 0), packets, std::move(messages)};
}

namespace {

/// The rounds of reduce_scatter, reduce and allreduce. Ranks are relative to the root (to rank 0 if there is
/// no root). The sum of part v of the vector is computed at rank v of the core; in reduce_scatter also the
/// part of its twin, which v forwards at the end.
class Halving {
 public:
  Halving(Operation operation, PowerOfTwoCore folding, std::uint32_t per_rank)
      : operation_(operation), folding_(folding), per_rank_(per_rank) {}

  std::uint32_t rounds() const {
    auto const rounds = folding_.exchanges() * (operation_ == Operation::reduce_scatter ? 1 : 2);
    bool const returns = folding_.folds() && operation_ != Operation::reduce;
    return rounds + (folding_.folds() ? 1 : 0) + (returns ? 1 : 0);
  }
  std::uint32_t per_rank() const { return per_rank_; }
  std::uint32_t blocks() const { return num_parts() * per_rank_; }

  void messages(std::uint32_t round, std::vector<Message>& out) const {
    if (folding_.folds() && round-- == 0) return folding_.send_from_twins(0, blocks(), Arrival::add, out);
    auto const exchanges = folding_.exchanges();
    if (round < exchanges) return halve(std::uint32_t{1} << (exchanges - 1 - round), out);
    auto const bit = std::uint32_t{1} << (round - exchanges);
    if (operation_ == Operation::reduce_scatter) {
      for (std::uint32_t v = 0; v < folding_.twins(); ++v)
        out.push_back({v, folding_.core + v, (folding_.core + v) * per_rank_, per_rank_});
    } else if (operation_ == Operation::reduce) {
      for (auto v = bit; v < folding_.core; v += 2 * bit) send(v, v - bit, v, bit, Arrival::replace, out);
    } else if (bit < folding_.core) {
      for (std::uint32_t v = 0; v < folding_.core; ++v)
        send(v, v ^ bit, v & ~(bit - 1), bit, Arrival::replace, out);
    } else {
      folding_.send_to_twins(0, blocks(), Arrival::replace, out);
    }
  }

 private:
  std::uint32_t num_parts() const {
    return operation_ == Operation::reduce_scatter ? folding_.ranks : folding_.core;
  }
  void halve(std::uint32_t bit, std::vector<Message>& out) const {
    for (std::uint32_t v = 0; v < folding_.core; ++v)
      send(v, v ^ bit, (v ^ bit) & ~(bit - 1), bit, Arrival::add, out);
  }
  void send(std::uint32_t from, std::uint32_t to, std::uint32_t first, std::uint32_t count, Arrival arrival,
            std::vector<Message>& out) const {
    if (operation_ == Operation::reduce_scatter)
      folding_.send_parts(from, to, first, count, per_rank_, arrival, out);
    else
      out.push_back({from, to, first * per_rank_, count * per_rank_, arrival});
  }

  Operation operation_;
  PowerOfTwoCore folding_;
  std::uint32_t per_rank_;
};

Halving halving_of(std::uint32_t ranks, Task const& task) {
  PowerOfTwoCore const folding(ranks);
  auto const parts = task.operation == Operation::reduce_scatter ? folding.ranks : folding.core;
  return {task.operation, folding, rounded_up(Rabenseifner::name, task.packets, parts) / parts};
}

Postcondition promise_for(Ranks const& ranks, Task const& task, Halving const& halving) {
  switch (task.operation) {
    case Operation::reduce_scatter: return reduce_scatter_postcondition(ranks, halving.per_rank());
    case Operation::reduce: return reduce_postcondition(ranks, task.root, halving.blocks());
    default: return allreduce_postcondition(ranks, halving.blocks());
  }
}

}  // namespace

void Rabenseifner::check_machine(Ranks const& ranks, Task const& task) const {
  halving_of(ranks.size(), task);
}

Plan Rabenseifner::plan(Ranks const& ranks, Task const& task) const {
  return make_plan(promise_for(ranks, task, halving_of(ranks.size(), task)), rounds(ranks.size(), task),
                   ranks, task, params_.embedding);
}

RankRounds Rabenseifner::rounds(std::uint32_t n, Task const& task) const {
  auto const halving = halving_of(n, task);
  auto const root = task.operation == Operation::reduce ? task.root : 0;
  auto messages = [=](std::uint32_t round, std::vector<Message>& out) {
    auto const first = out.size();
    halving.messages(round, out);
    for (auto i = first; i < out.size(); ++i) {
      out[i].from = static_cast<std::uint32_t>((std::uint64_t{out[i].from} + root) % n);
      out[i].to = static_cast<std::uint32_t>((std::uint64_t{out[i].to} + root) % n);
    }
  };
  return {halving.rounds(), halving.blocks(), std::move(messages)};
}

Plan Dissemination::plan(Ranks const& ranks, Task const& task) const {
  auto postcondition = allreduce_postcondition(ranks, 1);
  postcondition.holdings = Holdings::unions;
  return make_plan(std::move(postcondition), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds Dissemination::rounds(std::uint32_t ranks, Task const&) const {
  return {
      doublings(ranks), 1, [=](std::uint32_t round, std::vector<Message>& out) {
        auto const ahead = std::uint64_t{1} << round;
        for (std::uint32_t i = 0; i < ranks; ++i)
          out.push_back(
              {.from = i, .to = static_cast<std::uint32_t>((i + ahead) % ranks), .arrival = Arrival::add});
      }};
}

}  // namespace weft::collective
