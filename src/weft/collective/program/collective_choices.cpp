// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/collective_choices.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {
namespace {

constexpr double kib = 1024;
constexpr std::string_view by_size = "default";

/// Returns the operation of a call kind; nullopt for scans, which have only one algorithm.
std::optional<Operation> operation_of(CallKind kind) {
  switch (kind) {
    case CallKind::barrier: return Operation::barrier;
    case CallKind::broadcast: return Operation::broadcast;
    case CallKind::reduce: return Operation::reduce;
    case CallKind::allreduce: return Operation::allreduce;
    case CallKind::reduce_scatter: return Operation::reduce_scatter;
    case CallKind::gather: return Operation::gather;
    case CallKind::scatter: return Operation::scatter;
    case CallKind::allgather: return Operation::allgather;
    case CallKind::all_to_all: return Operation::all_to_all;
    case CallKind::scan:
    case CallKind::exscan: break;
  }
  return {};
}

std::string algorithm_by_size(Operation operation, double bytes, std::uint32_t ranks) {
  switch (operation) {
    case Operation::broadcast: return bytes < 12 * kib || ranks < 8 ? "binomial" : "scatter_allgather";
    case Operation::reduce: return bytes < 2 * kib ? "binomial" : "rabenseifner";
    case Operation::allreduce: return bytes < 2 * kib ? "recursive_doubling" : "rabenseifner";
    case Operation::reduce_scatter: return "rabenseifner";
    case Operation::allgather:
      if (bytes * ranks >= 80 * kib) return "ring";
      return std::has_single_bit(ranks) ? "recursive_doubling" : "bruck";
    case Operation::all_to_all: return bytes <= 256 ? "bruck" : bytes <= 32 * kib ? "direct" : "pairwise";
    case Operation::barrier: return "dissemination";
    case Operation::gather:
    case Operation::scatter: break;
  }
  return "binomial";
}

/// Returns the algorithm of calls whose messages differ in size.
std::string_view algorithm_of_sizes(CallKind kind) {
  return kind == CallKind::all_to_all ? "pairwise" : "direct";
}

/// Returns the messages of a scan: in round k, rank i sends its partial sum to rank i + 2^k; after k rounds,
/// rank i has the sum of the ranks i - 2^k + 1 .. i (Hillis & Steele, Data parallel algorithms, 1986).
RankRounds scan_rounds(std::uint32_t ranks) {
  return {
      doublings(ranks), 1, [=](std::uint32_t round, std::vector<Message>& out) {
        auto const ahead = std::uint64_t{1} << round;
        for (std::uint32_t i = 0; i + ahead < ranks; ++i)
          out.push_back({.from = i, .to = static_cast<std::uint32_t>(i + ahead), .arrival = Arrival::add});
      }};
}

}  // namespace

std::string& choice_for(Operation operation, CollectiveChoices& choices) {
  switch (operation) {
    case Operation::broadcast: return choices.broadcast;
    case Operation::reduce: return choices.reduce;
    case Operation::allreduce: return choices.allreduce;
    case Operation::reduce_scatter: return choices.reduce_scatter;
    case Operation::gather: return choices.gather;
    case Operation::scatter: return choices.scatter;
    case Operation::allgather: return choices.allgather;
    case Operation::all_to_all: return choices.all_to_all;
    case Operation::barrier: break;
  }
  return choices.barrier;
}

CallKind call_kind(Operation operation) {
  for (auto kind = CallKind::barrier;; kind = static_cast<CallKind>(static_cast<int>(kind) + 1))
    if (operation_of(kind) == operation) return kind;
}

void check(CollectiveChoices const& choices) {
  for (auto const kind :
       {CallKind::broadcast, CallKind::reduce, CallKind::allreduce, CallKind::reduce_scatter,
        CallKind::gather, CallKind::scatter, CallKind::allgather, CallKind::all_to_all, CallKind::barrier})
    call_rounds({.kind = kind}, 2, choices);
}

RankRounds call_rounds(CollectiveCall const& call, std::uint32_t ranks, CollectiveChoices const& choices) {
  auto const operation = operation_of(call.kind);
  if (!operation) return scan_rounds(ranks);
  auto chosen = choices;
  auto const& choice = choice_for(*operation, chosen);
  return at_place("collective", [&] {
    auto const spec = choice == by_size ? Spec{algorithm_by_size(*operation, call.bytes, ranks), {}}
                                        : parse_one(std::string(call_name(call.kind)), choice, "algorithm");
    return make_algorithm(spec)->rounds(ranks, {.operation = *operation, .root = call.root});
  });
}

RankRounds call_rounds_of_sizes(CollectiveCall const& call, std::uint32_t ranks) {
  Task task{.operation = Operation::all_to_all, .root = call.root};
  if (call.kind == CallKind::gather) task.operation = Operation::gather;
  if (call.kind == CallKind::scatter) task.operation = Operation::scatter;
  return make_algorithm(Spec{std::string(algorithm_of_sizes(call.kind)), {}})->rounds(ranks, task);
}

CallAlgorithm call_algorithm(CollectiveCall const& call, std::uint32_t ranks,
                             CollectiveChoices const& choices) {
  CallAlgorithm result{.call = std::string(call_name(call.kind)),
                       .is_default = true,
                       .max_ranks = ranks,
                       .max_bytes = call.sizes.empty() ? call.bytes : std::ranges::max(call.sizes)};
  auto const operation = operation_of(call.kind);
  auto chosen = choices;
  if (!call.sizes.empty())
    result.algorithm = algorithm_of_sizes(call.kind);
  else if (!operation)
    result.algorithm = "recursive_doubling";
  else if (auto const& choice = choice_for(*operation, chosen); choice == by_size)
    result.algorithm = algorithm_by_size(*operation, call.bytes, ranks);
  else {
    result.algorithm = choice;
    result.is_default = false;
  }
  return result;
}

void add_call(CallAlgorithm const& call, std::vector<CallAlgorithm>& calls) {
  auto const found = std::ranges::find_if(
      calls, [&](CallAlgorithm const& it) { return it.call == call.call && it.algorithm == call.algorithm; });
  if (found == calls.end()) return calls.push_back(call);
  found->max_ranks = std::max(found->max_ranks, call.max_ranks);
  found->max_bytes = std::max(found->max_bytes, call.max_bytes);
}

std::string_view call_name(CallKind kind) {
  if (kind == CallKind::scan) return "scan";
  if (kind == CallKind::exscan) return "exscan";
  return operation_name(*operation_of(kind));
}

}  // namespace weft::collective
