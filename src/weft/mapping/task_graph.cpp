// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/task_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"

namespace weft::mapping {

TaskGraph::TaskGraph(Communication const& communication) : first_(communication.num_tasks() + 1, 0) {
  for (auto const& flow : communication.flows()) {
    ++first_[flow.from];
    ++first_[flow.to];
  }
  for (std::size_t g = 0; g < communication.num_groups(); ++g)
    for (auto const members = communication.group(g).members; auto const task : members)
      first_[task] += members.size();
  std::exclusive_scan(first_.begin(), first_.end(), first_.begin(), std::uint64_t{0});
  require_memory(first_.back() * sizeof(Partner),
                 "a mapping that examines " + std::to_string(first_.back()) + " pairs of tasks");
  fill(communication);
  merge_rows();
}

void TaskGraph::fill(Communication const& communication) {
  partners_.resize(first_.back());
  auto next = first_;
  for (auto const& flow : communication.flows()) {
    partners_[next[flow.from]++] = {flow.to, flow.units, 0};
    partners_[next[flow.to]++] = {flow.from, 0, flow.units};
  }
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const [units, members] = communication.group(g);
    for (auto const task : members)
      for (auto const other : members) partners_[next[task]++] = {other, units, units};
  }
}

/// Sorts every row, merges entries with the same partner, and removes the task itself.
void TaskGraph::merge_rows() {
  std::vector<std::uint64_t> kept(first_.size(), 0);
  parallel_chunks(num_tasks(), 256, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t task = begin; task < end; ++task) {
      auto const row = std::span(partners_).subspan(first_[task], first_[task + 1] - first_[task]);
      std::ranges::sort(row, {}, &Partner::task);
      std::size_t size = 0;
      for (auto const& partner : row) {
        if (partner.task == task || partner.units() == 0) continue;
        if (size > 0 && row[size - 1].task == partner.task) {
          row[size - 1].sent += partner.sent;
          row[size - 1].received += partner.received;
        } else {
          row[size++] = partner;
        }
      }
      kept[task] = size;
    }
  });
  std::uint64_t at = 0;
  for (std::size_t task = 0; task + 1 < first_.size(); ++task) {
    auto const from = partners_.begin() + static_cast<std::ptrdiff_t>(first_[task]);
    std::copy(from, from + static_cast<std::ptrdiff_t>(kept[task]),
              partners_.begin() + static_cast<std::ptrdiff_t>(at));
    first_[task] = at;
    at += kept[task];
  }
  first_.back() = at;
  partners_.resize(at);
}

std::uint64_t TaskGraph::volume(std::uint32_t task) const {
  std::uint64_t sum = 0;
  for (auto const& partner : partners(task)) sum += partner.units();
  return sum;
}

std::uint64_t TaskGraph::total_sent() const {
  std::uint64_t sum = 0;
  for (auto const& partner : partners_) sum += partner.sent;
  return sum;
}

void TaskGraph::scale_down(unsigned bits) {
  for (auto& partner : partners_) {
    partner.sent >>= bits;
    partner.received >>= bits;
  }
}

Graph TaskGraph::graph() const {
  std::vector<Vertex> heads;
  heads.reserve(partners_.size());
  for (auto const& partner : partners_) heads.push_back(partner.task);
  return {first_, std::move(heads)};
}

WeightedGraph TaskGraph::weighted() const {
  WeightedGraph weighted{graph(), {}, {}};
  weighted.arc_weight.reserve(partners_.size());
  for (auto const& partner : partners_)
    weighted.arc_weight.push_back(static_cast<std::int64_t>(partner.units()));
  weighted.vertex_weight.assign(num_tasks(), 1);
  return weighted;
}

Communication const& communication_for(MappingContext const& context, std::string_view mapping) {
  if (context.communication == nullptr)
    throw needs(mapping, "a communication pattern", "the mapping depends on the messages of the tasks")
        .at("mapping");
  return *context.communication;
}

Network const& network_for(MappingContext const& context, std::string_view mapping) {
  if (!context.network) throw needs(mapping, "a network", "the mapping depends on the machine").at("mapping");
  return context.network();
}

WeightedGraph machine_graph(Network const& network) {
  struct Link {
    std::uint32_t from, to;
    double bandwidth;
  };
  std::vector<Link> links;
  double min = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (auto c = network.first_channels()[r]; c < network.first_channels()[r + std::size_t{1}]; ++c) {
      auto const to = network.targets()[c];
      if (to == r || network.channel_failed({c})) continue;
      auto const bandwidth = network.bandwidth({c});
      min = min == 0 ? bandwidth : std::min(min, bandwidth);
      links.push_back({r, to, bandwidth});
      links.push_back({to, r, bandwidth});
    }
  std::ranges::stable_sort(links, {}, [](Link const& link) { return std::pair{link.from, link.to}; });

  WeightedGraph machine;
  std::vector<std::uint64_t> first(network.num_routers() + 1, 0);
  std::vector<Vertex> heads;
  for (std::size_t i = 0; i < links.size();) {
    double bandwidth = 0;
    auto const [from, to, any] = links[i];
    for (; i < links.size() && links[i].from == from && links[i].to == to; ++i)
      bandwidth += links[i].bandwidth;
    heads.push_back(to);
    constexpr double max = 0x1p40;
    machine.arc_weight.push_back(std::llround(std::min(max, bandwidth / min * 8)));
    ++first[from + std::size_t{1}];
  }
  for (std::size_t r = 0; r < network.num_routers(); ++r) {
    first[r + 1] += first[r];
    machine.vertex_weight.push_back(network.terminals_at({static_cast<std::uint32_t>(r)}).count);
  }
  machine.graph = Graph(std::move(first), std::move(heads));
  return machine;
}

RouterId FreeTerminals::nearest(RouterId from) {
  if (left(from) > 0) return from;
  ++round_;
  queue_.assign(1, from.v);
  stamp_[from.v] = round_;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    auto const first = network_->first_channels();
    for (auto c = first[queue_[i]]; c < first[queue_[i] + std::size_t{1}]; ++c) {
      auto const to = network_->targets()[c];
      if (stamp_[to] == round_ || network_->channel_failed({c})) continue;
      if (left({to}) > 0) return {to};
      stamp_[to] = round_;
      queue_.push_back(to);
    }
  }
  RouterId any{0};
  while (left(any) == 0) ++any.v;
  return any;
}

}  // namespace weft::mapping
