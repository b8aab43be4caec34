// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/expansion.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include <fmt/format.h>

#include "weft/collective/program/schedule_programs.hpp"
#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/progress.hpp"

namespace weft::collective {
namespace {

/// The calls of each member of a group of ranks, in order.
struct GroupCalls {
  std::vector<std::uint32_t> const* members = nullptr;
  // rank and index in `members`, sorted by rank
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place_of;
  std::vector<std::vector<std::uint32_t>> calls;  // by index of the member
  std::uint32_t first_context = 0;

  std::uint32_t size() const { return static_cast<std::uint32_t>(members->size()); }
  /// Returns the index of a rank in the group, or size() if it is not a member.
  std::uint32_t place(std::uint32_t rank) const {
    auto const found =
        std::ranges::lower_bound(place_of, rank, {}, [](auto const& entry) { return entry.first; });
    return found == place_of.end() || found->first != rank ? size() : found->second;
  }
};

/// Table of all calls of a program, indexed by group and member, for access to the calls of other ranks.
class CallTable {
 public:
  explicit CallTable(Program const& program) : program_(program), groups_(program.num_groups()) {
    for (std::uint32_t g = 0; g < program.num_groups(); ++g) {
      auto& group = groups_[g];
      group.members = &program.group(g);
      for (std::uint32_t place = 0; place < group.size(); ++place)
        group.place_of.emplace_back((*group.members)[place], place);
      std::ranges::sort(group.place_of);
      group.calls.resize(group.size());
    }
    for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
      for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
        if (program.operation(i).kind == OperationKind::call) add(rank, program.operation(i).peer);
    std::uint64_t context = program.num_contexts();
    for (auto& group : groups_) {
      std::size_t maximum = 0;
      for (auto const& calls : group.calls) maximum = std::max(maximum, calls.size());
      group.first_context = static_cast<std::uint32_t>(context);
      context += maximum;
    }
  }

  GroupCalls const& group(std::uint32_t number) const { return groups_[number]; }
  CollectiveCall const& call(std::uint32_t number) const { return program_.calls()[number]; }
  /// Returns the k-th call of a member, or null if it has fewer calls.
  CollectiveCall const* call_of(GroupCalls const& group, std::uint32_t place, std::size_t k) const {
    return k < group.calls[place].size() ? &call(group.calls[place][k]) : nullptr;
  }
  /// Returns the k-th call of the root or, if it has none, of the first member that has one; this call
  /// determines the bytes and the algorithm.
  CollectiveCall const& deciding(GroupCalls const& group, std::size_t k, CollectiveCall const& own) const {
    if (auto const* const of_root = call_of(group, own.root, k)) return *of_root;
    for (std::uint32_t place = 0; place < group.size(); ++place)
      if (auto const* const found = call_of(group, place, k)) return *found;
    return own;
  }

 private:
  void add(std::uint32_t rank, std::uint32_t number) {
    auto const& called = call(number);
    auto& group = groups_[called.group];
    auto const place = group.place(rank);
    if (place == group.size())
      throw InputError(fmt::format("rank {} calls {} of a group that does not contain the rank", rank,
                                   call_name(called.kind)),
                       "only members of a group can call its operations", "", "program");
    if (called.root >= group.size())
      throw InputError(
          fmt::format("rank {} calls {} with root {}", rank, call_name(called.kind), called.root),
          fmt::format("the group has {} ranks", group.size()), "", "program");
    auto const k = group.calls[place].size();
    if (auto const* const first = call_of(group, 0, k);
        first != nullptr && (first->kind != called.kind || first->root != called.root))
      throw InputError(fmt::format("rank {} calls {} with root {} as collective call {} of its group", rank,
                                   call_name(called.kind), called.root, k + 1),
                       fmt::format("rank {} calls {} with root {}", group.members->front(),
                                   call_name(first->kind), first->root),
                       "all ranks of a group must make the same calls in the same order", "program");
    group.calls[place].push_back(number);
  }

  Program const& program_;
  std::vector<GroupCalls> groups_;
};

class Expansion {
 public:
  Expansion(Program const& program, CollectiveChoices const& choices, double ns_per_byte)
      : program_(program), choices_(choices), ns_per_byte_(ns_per_byte), table_(program) {}

  Program run() {
    auto& progress = progress_of_thread();
    progress.start("collective calls", 2 * std::uint64_t{program_.num_ranks()}, "ranks");
    require_memory_for_messages(progress);
    ProgramBuilder builder;
    builder_ = &builder;
    std::vector<std::uint32_t> start, end;
    std::vector<std::size_t> made(program_.num_groups());  // by group: number of calls of the rank so far
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank) {
      progress.advance();
      builder.begin_rank(rank);
      start.clear();
      end.clear();
      std::ranges::fill(made, 0);
      auto const first = program_.first_operation(rank);
      for (auto i = first; i < program_.first_operation(rank + 1); ++i) {
        auto const& operation = program_.operation(i);
        if (operation.kind == OperationKind::call) {
          auto const group = table_.call(operation.peer).group;
          start.push_back(builder.add({.cpu = operation.cpu}));
          end.push_back(add_call(operation, rank, made[group]++, start.back()));
        } else {
          start.push_back(builder.add(operation));
          end.push_back(start.back());
        }
      }
      for (std::uint32_t i = 0; i < start.size(); ++i) {
        for (auto const waiter : program_.after_end(first + i))
          builder.wait_for_end(start[waiter - first], end[i]);
        for (auto const waiter : program_.after_start(first + i))
          builder.wait_for_start(start[waiter - first], start[i]);
      }
    }
    auto expanded = std::move(builder).finish(program_.num_ranks());
    progress.finish();
    return expanded;
  }

  /// Returns the algorithms of the calls that have been expanded.
  std::vector<CallAlgorithm> const& algorithms() const { return algorithms_; }

 private:
  bool has_sizes(CollectiveCall const& call) const { return !call.sizes.empty(); }

  RoundSteps const& steps_of(CollectiveCall const& deciding, std::uint32_t members) {
    Key const key{deciding.kind, members, deciding.root, has_sizes(deciding) ? -1 : deciding.bytes};
    auto& made = steps_[key];
    if (made == nullptr) {
      made = std::make_unique<RoundSteps>(has_sizes(deciding) ? call_rounds_of_sizes(deciding, members)
                                                              : call_rounds(deciding, members, choices_),
                                          members);
      collective::add_call(call_algorithm(deciding, members, choices_), algorithms_);
    }
    return *made;
  }

  /// Throws InputError if the messages of all calls do not fit in memory.
  void require_memory_for_messages(Progress& progress) {
    constexpr std::uint64_t bytes_per_message = 2 * (sizeof(weft::Operation) + 40);
    double messages = 0;
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank) {
      progress.advance();
      std::map<std::uint32_t, std::size_t> made;
      for (auto i = program_.first_operation(rank); i < program_.first_operation(rank + 1); ++i) {
        if (program_.operation(i).kind != OperationKind::call) continue;
        auto const& call = table_.call(program_.operation(i).peer);
        auto const& group = table_.group(call.group);
        auto const& deciding = table_.deciding(group, made[call.group]++, call);
        messages += static_cast<double>(steps_of(deciding, group.size()).steps(group.place(rank)).size()) / 2;
      }
    }
    require_memory(static_cast<std::uint64_t>(messages * bytes_per_message),
                   fmt::format("collective calls of {:.0f} messages", messages), "use other algorithms");
  }

  /// Returns the bytes of a message of the k-th call of a group, which has messages of different sizes.
  double size_of_message(GroupCalls const& group, CollectiveCall const& call, std::size_t k,
                         std::uint32_t from, std::uint32_t to) const {
    auto const* const sender = table_.call_of(group, from, k);
    if (sender == nullptr || sender->sizes.empty()) return 0;
    bool const to_each = call.kind == CallKind::scatter || call.kind == CallKind::all_to_all;
    return to_each && to < sender->sizes.size() ? sender->sizes[to] : sender->sizes[0];
  }

  /// Adds the messages of the k-th call of a rank, after operation `start`. Returns the last operation.
  std::uint32_t add_call(weft::Operation const& named, std::uint32_t rank, std::size_t k,
                         std::uint32_t start) {
    auto const& call = table_.call(named.peer);
    auto const& group = table_.group(call.group);
    auto const place = group.place(rank);
    auto const& deciding = table_.deciding(group, k, call);
    before_.assign(1, start);
    auto const& steps = steps_of(deciding, group.size()).steps(place);
    for (auto at = steps.begin(); at != steps.end();) {
      auto const after =
          std::find_if(at, steps.end(), [&](RoundStep const& step) { return step.round != at->round; });
      if (before_.size() > 2 && after - at > 2) before_.assign(1, add_after_all({.cpu = named.cpu}));
      current_.clear();
      for (auto step = at; step != after; ++step) {
        weft::Operation message{.kind = step->sends ? OperationKind::send : OperationKind::receive,
                                .cpu = named.cpu,
                                .is_independent = named.is_independent};
        message.peer = (*group.members)[step->peer];
        message.tag = step->round;
        message.context = group.first_context + static_cast<std::uint32_t>(k);
        message.amount = !has_sizes(deciding) ? deciding.bytes * step->share
                         : step->sends        ? size_of_message(group, call, k, place, step->peer)
                                              : size_of_message(group, call, k, step->peer, place);
        auto operation = add_after_all(message);
        if (step->adds && ns_per_byte_ * message.amount > 0) {
          auto const sum = builder_->add(
              {.kind = OperationKind::compute, .cpu = named.cpu, .amount = ns_per_byte_ * message.amount});
          builder_->wait_for_end(sum, operation);
          operation = sum;
        }
        current_.push_back(operation);
      }
      std::swap(before_, current_);
      at = after;
    }
    auto const kind = call.compute > 0 ? OperationKind::compute : OperationKind::nothing;
    return add_after_all(
        {.kind = kind, .cpu = named.cpu, .is_request = named.is_request, .amount = call.compute});
  }
  /// Adds an operation that waits for the end of the previous round.
  std::uint32_t add_after_all(weft::Operation const& operation) {
    auto const number = builder_->add(operation);
    for (auto const before : before_) builder_->wait_for_end(number, before);
    return number;
  }

  using Key = std::tuple<CallKind, std::uint32_t, std::uint32_t, double>;  // kind, members, root, bytes

  Program const& program_;
  CollectiveChoices const& choices_;
  double ns_per_byte_;
  CallTable table_;
  ProgramBuilder* builder_ = nullptr;
  std::map<Key, std::unique_ptr<RoundSteps>> steps_;
  std::vector<CallAlgorithm> algorithms_;
  std::vector<std::uint32_t> before_, current_;  // operations of the previous and of the current round
};

}  // namespace

Program without_calls(Program program, CollectiveChoices const& choices, double ns_per_byte,
                      std::vector<CallAlgorithm>* algorithms) {
  if (program.calls().empty()) return program;
  Expansion expansion(program, choices, ns_per_byte);
  auto expanded = expansion.run();
  if (algorithms != nullptr)
    for (auto const& call : expansion.algorithms()) add_call(call, *algorithms);
  return expanded;
}

}  // namespace weft::collective
