// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/exchange.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft::traffic {
namespace {

Communication communication_named(std::string const& text, TaskContext const& context) {
  return Communications::pick_params(
      parse_one("of", text, "communication pattern"),
      [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
        return P{params}.communicate(context);
      },
      "communication pattern");
}

/// Returns all messages between different tasks, sorted by sender.
std::vector<Flow> messages_of(Communication const& communication) {
  std::vector<Flow> messages;
  for (auto const& flow : communication.flows())
    if (flow.from != flow.to) messages.push_back(flow);
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const& [units, members] = communication.group(g);
    for (auto const from : members) {
      throw_if_interrupted();
      for (auto const to : members)
        if (from != to) messages.push_back({from, to, units});
    }
  }
  std::ranges::stable_sort(messages, {}, &Flow::from);
  return messages;
}

double num_messages(Communication const& communication) {
  auto count = static_cast<double>(communication.flows().size());
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const members = static_cast<double>(communication.group(g).members.size());
    count += members * members;
  }
  return count;
}

/// Operations of one rank, iteration by iteration.
class RankOfExchange {
 public:
  RankOfExchange(ProgramBuilder& builder, double compute) : builder_(builder), compute_(compute) {}

  void compute() {
    auto const number = builder_.add({.kind = OperationKind::compute, .amount = compute_});
    for (auto const before : open_) builder_.wait_for_end(number, before);
    open_.assign(1, number);
    last_compute_ = number;
  }
  void add(Operation const& operation) {
    auto const number = builder_.add(operation);
    builder_.wait_for_end(number, last_compute_);
    open_.push_back(number);
  }

 private:
  ProgramBuilder& builder_;
  double compute_;
  std::vector<std::uint32_t> open_;  // operations that must end before the next iteration starts
  std::uint32_t last_compute_ = 0;
};

}  // namespace

Program Exchange::make(Params const& params, TaskContext const& context) {
  auto const communication = communication_named(params.of, context);
  auto const iterations = static_cast<std::uint32_t>(params.iterations);
  constexpr double bytes_per_message = 150;
  require_memory(
      static_cast<std::uint64_t>(num_messages(communication) * params.iterations * bytes_per_message),
      fmt::format("a program of {} iterations of {:.0f} messages", iterations, num_messages(communication)),
      "use fewer iterations");
  auto const messages = messages_of(communication);
  std::uint64_t largest = 1;
  for (auto const& message : messages) largest = std::max(largest, message.units);
  auto const ranks = static_cast<std::uint32_t>(communication.num_tasks());
  std::vector<std::vector<std::uint32_t>> to_rank(ranks);
  for (std::uint32_t i = 0; i < messages.size(); ++i) to_rank[messages[i].to].push_back(i);
  auto const size = [&](Flow const& message) {
    return params.bytes * (static_cast<double>(message.units) / static_cast<double>(largest));
  };
  ProgramBuilder builder;
  auto sent = messages.begin();
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    throw_if_interrupted();
    builder.begin_rank(rank);
    RankOfExchange of_rank(builder, params.compute);
    auto const first = sent;
    while (sent != messages.end() && sent->from == rank) ++sent;
    for (std::uint32_t iteration = 0; iteration < iterations; ++iteration) {
      of_rank.compute();
      for (auto const i : to_rank[rank])
        of_rank.add({.kind = OperationKind::receive,
                     .peer = messages[i].from,
                     .tag = iteration,
                     .amount = size(messages[i])});
      for (auto it = first; it != sent; ++it)
        of_rank.add({.kind = OperationKind::send, .peer = it->to, .tag = iteration, .amount = size(*it)});
    }
  }
  return std::move(builder).finish(ranks);
}

}  // namespace weft::traffic
