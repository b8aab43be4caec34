// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/otf2_events.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft {
namespace {

/// Returns the bytes of a call for the rank at position `place` of `ranks`. Score-P counts the data that a
/// rank sends to every rank in allgather, all-to-all and allreduce, and a root's message to every rank.
double bytes_of(Otf2Collective const& call, double place, double ranks) {
  switch (call.kind) {
    case CallKind::broadcast: return call.received > 0 ? call.received : call.sent / ranks;
    case CallKind::scatter: return call.has_sizes ? call.sent / ranks : call.received;
    case CallKind::allgather:
    case CallKind::all_to_all:
    case CallKind::allreduce: return call.sent / ranks;
    case CallKind::scan:
    case CallKind::exscan: {  // a rank sends to the ranks after it
      auto const later = ranks - place - 1;
      return later > 0 ? call.sent / later : call.received / std::max(1.0, place);
    }
    case CallKind::barrier:
    case CallKind::reduce:
    case CallKind::reduce_scatter:
    case CallKind::gather: break;
  }
  return call.sent;
}

}  // namespace

Otf2Events::Otf2Events(Otf2Definitions const& definitions, ProgramBuilder& builder)
    : definitions_(definitions), processes_(definitions.processes.size()) {
  for (std::uint32_t rank = 0; rank < processes_.size(); ++rank) rank_of_[definitions.processes[rank]] = rank;
  for (auto const& [self, group] : definitions.communicators) add_communicator(self, group, builder);
}

void Otf2Events::add_communicator(std::uint32_t self, std::uint32_t group, ProgramBuilder& builder) {
  auto const found = definitions_.groups.find(group);
  if (found == definitions_.groups.end()) return;
  auto& made = communicators_[self];
  made.uses_global_ranks = found->second.uses_global_ranks;
  if (found->second.ranks == Otf2Definitions::Ranks::all)
    for (std::uint32_t rank = 0; rank < processes_.size(); ++rank) made.members.push_back(rank);
  else if (found->second.ranks == Otf2Definitions::Ranks::listed)
    for (auto const rank : found->second.members)
      if (rank < processes_.size()) made.members.push_back(static_cast<std::uint32_t>(rank));
  made.number = builder.add_group(made.members);
}

bool Otf2Events::begin(std::uint64_t location, std::uint64_t time) {
  auto const found = rank_of_.find(location);
  if (found == rank_of_.end()) return false;
  rank_ = found->second;
  auto& current = process();
  if (current.depth > 0) return true;
  end_region(current);
  if (current.computes_since && time > *current.computes_since)
    current.calls.compute(static_cast<double>(time - *current.computes_since) * definitions_.ns_per_tick);
  current.computes_since = time;
  return true;
}

void Otf2Events::enter(std::uint32_t region) {
  if (is_mpi(region)) ++process().depth;
}

void Otf2Events::leave(std::uint32_t region, std::uint64_t time) {
  auto& current = process();
  if (!is_mpi(region) || current.depth == 0 || --current.depth > 0) return;
  end_region(current);
  current.computes_since = time;
}

void Otf2Events::end_region(Process& process) {
  process.calls.wait_for(process.started);
  process.started.clear();
}

void Otf2Events::send(Message const& message, std::optional<std::uint64_t> request) {
  auto const sent = operation(OperationKind::send, message);
  if (!sent) return;
  auto const call = process().calls.add(*sent, false);
  if (request)
    process().sends[*request] = call;
  else
    process().started.push_back(call);
}

void Otf2Events::complete_send(std::uint64_t request) {
  auto const found = process().sends.find(request);
  if (found == process().sends.end()) return;
  process().started.push_back(found->second);
  process().sends.erase(found);
}

void Otf2Events::receive(Message const& message) {
  if (auto const received = operation(OperationKind::receive, message))
    process().started.push_back(process().calls.add(*received, false));
}

void Otf2Events::request_receive(std::uint64_t request) {
  process().receives[request] = process().calls.add(Operation{}, false);
}

void Otf2Events::complete_receive(Message const& message, std::uint64_t request) {
  auto const found = process().receives.find(request);
  if (found == process().receives.end()) return receive(message);
  if (auto const received = operation(OperationKind::receive, message)) {
    process().calls.operation(found->second) = *received;
    process().started.push_back(found->second);
  }
  process().receives.erase(found);
}

void Otf2Events::collective(std::uint32_t communicator, Otf2Collective const& event) {
  auto const* const group = find(communicator);
  if (group == nullptr || group->members.size() < 2) return;
  auto const place = static_cast<double>(std::ranges::find(group->members, rank_) - group->members.begin());
  CollectiveCall call{
      .kind = event.kind, .group = group->number, .root = has_root(event.kind) ? event.root : 0};
  call.bytes = event.kind == CallKind::barrier
                   ? 0
                   : bytes_of(event, place, static_cast<double>(group->members.size()));
  bool const to_each = event.kind == CallKind::scatter || event.kind == CallKind::all_to_all;
  if (event.has_sizes) call.sizes.assign(to_each ? group->members.size() : 1, call.bytes);
  process().calls.add(std::move(call));
}

Otf2Events::Communicator const* Otf2Events::find(std::uint32_t communicator) {
  auto const found = communicators_.find(communicator);
  if (found != communicators_.end()) return &found->second;
  if (problem.empty()) problem = fmt::format("the communicator {} is not defined", communicator);
  return nullptr;
}

std::optional<Operation> Otf2Events::operation(OperationKind kind, Message const& message) {
  auto const* const group = find(message.communicator);
  if (group == nullptr) return {};
  auto peer = message.peer;
  if (group->uses_global_ranks ? peer >= processes_.size()
                               : !group->members.empty() && peer >= group->members.size()) {
    if (problem.empty())
      problem = fmt::format("a message of rank {} has the invalid partner {}", rank_, peer);
    return {};
  }
  if (!group->uses_global_ranks) peer = group->members.empty() ? rank_ : group->members[peer];
  return Operation{.kind = kind,
                   .peer = peer,
                   .tag = message.tag,
                   .context = group->number,
                   .amount = static_cast<double>(message.bytes)};
}

Program Otf2Events::finish(ProgramBuilder builder) && {
  for (std::uint32_t rank = 0; rank < processes_.size(); ++rank) {
    end_region(processes_[rank]);
    std::move(processes_[rank].calls).append_to(builder, rank);
  }
  return std::move(builder).finish(static_cast<std::uint32_t>(processes_.size()));
}

}  // namespace weft
