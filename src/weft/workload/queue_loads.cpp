// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/queue_loads.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/mapping/catalog.hpp"

namespace weft {

QueueLoads::QueueLoads(RoutedMachine const& machine, queue::Nodes const& nodes, std::string pattern,
                       std::string mapping, std::int64_t seed)
    : machine_(machine),
      nodes_(nodes),
      request_{.pattern = std::move(pattern), .mapping = std::move(mapping), .seed = seed} {
  auto const all = job_of(std::max(nodes.num_terminals(), 2u));
  pattern_text_ = all->pattern_text;
  mapping_text_ = all->mapping_text;
}

QueueLoads::CommunicationPtr QueueLoads::job_of(std::uint32_t tasks) {
  constexpr std::uint64_t max_known_tasks = 1u << 20;
  if (auto const found = known_.find(tasks); found != known_.end()) return found->second;
  auto job =
      std::make_shared<LoadJob const>(assemble_job(machine_, request_, fmt::format("0..{}", tasks - 1)));
  if (known_tasks_ + tasks <= max_known_tasks) {
    known_tasks_ += tasks;
    known_.emplace(tasks, job);
  }
  return job;
}

mapping::Placement QueueLoads::place(LoadJob const& job, std::vector<std::uint32_t> terminals) const {
  if (job.mapping.name == mapping::Linear::name && job.mapping.arguments.empty() &&
      job.communication.num_tasks() == terminals.size())
    return terminals;
  auto own = job;
  own.terminals = std::move(terminals);
  place_job(machine_, own, static_cast<std::uint64_t>(request_.seed), no_progress());
  return std::move(own.placement);
}

void QueueLoads::append(queue::NodeList const& nodes, std::vector<queue::JobLoad>& loads) {
  std::vector<std::uint32_t> terminals;
  for (auto const node : nodes) nodes_.append_terminals(node, terminals);
  std::ranges::sort(terminals);
  if (terminals.size() < 2) return;
  auto const job = job_of(static_cast<std::uint32_t>(terminals.size()));
  auto const placement = place(*job, std::move(terminals));
  auto const& communication = job->communication;
  if (communication.num_groups() > 0 || !append_by_pairs(communication, placement, loads))
    append_all(communication, placement, loads);
}

/// Appends the loads pair by pair. Appends no loads and returns false if load::network_loads() is faster
/// because of the number of shares.
bool QueueLoads::append_by_pairs(Communication const& communication, mapping::Placement const& placement,
                                 std::vector<queue::JobLoad>& loads) {
  auto const& network = machine_.network();
  auto const& shares = machine_.shares();
  sums_.resize(network.num_channels());
  auto const unit = static_cast<double>(communication.num_tasks()) /
                    static_cast<double>(communication.total_units()) /
                    static_cast<double>(shares.denominator());
  std::size_t added = 0;
  for (auto const& flow : communication.flows()) {
    if (added > network.num_channels()) break;
    TerminalId const from{placement[flow.from]}, to{placement[flow.to]};
    auto const source = network.injection_router(from), target = network.ejection_router(to);
    if (source == target) continue;
    shares_.clear();
    shares.append_to(source, target, to, shares_);
    added += shares_.size();
    for (auto const& share : shares_) {
      auto& sum = sums_[share.channel.v];
      if (sum == 0) channels_.push_back(share.channel.v);
      sum += static_cast<double>(flow.units) * static_cast<double>(share.numerator) * unit;
    }
  }
  bool const complete = added <= network.num_channels();
  for (auto const c : channels_) {
    if (complete && sums_[c] > 0) loads.push_back({c, sums_[c] / network.bandwidth({c})});
    sums_[c] = 0;
  }
  channels_.clear();
  return complete;
}

void QueueLoads::append_all(Communication const& communication, mapping::Placement const& placement,
                            std::vector<queue::JobLoad>& loads) const {
  auto const& network = machine_.network();
  load::RouterTraffic const traffic(communication, placement, network);
  auto const found = machine_.loads(traffic, no_progress());
  for (std::uint32_t c = 0; c < found.channel.size(); ++c)
    if (found.channel[c] > 0)
      loads.push_back({c, found.loads.relative(found.channel[c]) / network.bandwidth({c})});
}

}  // namespace weft
