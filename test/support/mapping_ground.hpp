// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/traffic/communication/regular.hpp"

namespace weft {

/// A routing for tests of mappings: half of the traffic of two routers takes the shortest path over the
/// lowest ports, half that over the highest ones. Naive.
class LowestAndHighest final : public routing::Shares {
 public:
  explicit LowestAndHighest(Network const& network) : network_(&network), hops_(network.num_routers()) {}
  std::uint64_t denominator() const override { return 2; }
  bool append(RouterId from, RouterId to, std::vector<routing::ChannelShare>& out) const override {
    auto const& hops = hops_to(to);
    if (hops[from.v] == unreached) throw InputError("no path");
    std::vector<std::uint32_t> used;
    for (bool const highest : {false, true})
      for (auto at = from; at != to;) {
        std::uint32_t taken = unreached;
        auto const first = network_->first_channels();
        for (auto c = first[at.v]; c < first[at.v + std::size_t{1}]; ++c)
          if (hops[network_->target({c}).v] + 1 == hops[at.v] && (highest || taken == unreached)) taken = c;
        used.push_back(taken);
        at = network_->target({taken});
      }
    for (auto const c : std::set(used.begin(), used.end()))
      out.push_back({{c}, static_cast<std::uint64_t>(std::ranges::count(used, c))});
    return true;
  }

 private:
  static constexpr std::uint32_t unreached = ~std::uint32_t{0};
  std::vector<std::uint32_t> const& hops_to(RouterId to) const {
    std::scoped_lock const lock(mutex_);
    auto& hops = hops_[to.v];
    if (!hops.empty()) return hops;
    hops.assign(network_->num_routers(), unreached);
    hops[to.v] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t c = 0; c < network_->num_channels(); ++c) {
        auto const u = network_->source({c}).v, v = network_->target({c}).v;
        if (hops[v] != unreached && hops[v] + 1 < hops[u]) {
          hops[u] = hops[v] + 1;
          changed = true;
        }
      }
    }
    return hops;
  }
  Network const* network_;
  std::mutex mutable mutex_;
  std::vector<std::vector<std::uint32_t>> mutable hops_;
};

/// A job on a machine, with all that mappings ask for.
class MappingGround {
 public:
  template <class T>
  MappingGround(T const& topology, Sides sides, Communication communication_of, std::uint64_t seed = 1)
      : communication(std::move(communication_of)), network(build_network(topology)), shares(network) {
    context.sides = std::move(sides);
    context.terminals = topology.num_terminals();
    context.seed = seed;
    context.communication = &communication;
    context.network = [this]() -> Network const& { return network; };
    context.shares = [this]() -> routing::Shares const& { return shares; };
    context.place = [this](Spec const& spec, Progress&) {
      return mapping::Mappings::pick(
          spec, [this](auto const& mapping) { return mapping.place(context); }, "mapping");
    };
  }
  MappingGround(MappingGround const&) = delete;
  MappingGround& operator=(MappingGround const&) = delete;

  /// Hops between the routers of two terminals, naively.
  std::uint32_t hops(std::uint32_t from, std::uint32_t to) const {
    std::vector<routing::ChannelShare> path;
    auto const a = network.injection_router({from}), b = network.ejection_router({to});
    if (a == b) return 0;
    shares.append(a, b, path);
    std::uint64_t sum = 0;
    for (auto const& share : path) sum += share.numerator;
    return static_cast<std::uint32_t>(sum / 2);
  }
  /// The hops that a unit takes on average.
  double dilation(mapping::Placement const& placement) const {
    double sum = 0, units = 0;
    communication.for_each_flow([&](Flow const& flow) {
      sum += static_cast<double>(flow.units) * hops(placement[flow.from], placement[flow.to]);
      units += static_cast<double>(flow.units);
    });
    return sum / units;
  }
  /// Whether each task has a terminal of its own.
  bool is_valid(mapping::Placement const& placement) const {
    return placement.size() == context.num_tasks() &&
           std::set(placement.begin(), placement.end()).size() == placement.size() &&
           std::ranges::all_of(placement, [&](auto terminal) { return terminal < context.terminals; });
  }

  Communication communication;
  Network network;
  LowestAndHighest shares;
  mapping::MappingContext context;
};

inline Communication halo(Sides const& sides) { return task::Halo({}).communicate({sides, 1}); }
inline Communication transpose(Sides const& sides) { return task::Transpose({}).communicate({sides, 1}); }

/// All tasks of each clique exchange `units` with one another, the first ones of all cliques 1.
inline Communication cliques(std::uint32_t count, std::uint32_t size, std::uint64_t units) {
  Communication communication{std::uint64_t{count} * size};
  for (std::uint32_t i = 0; i < count * size; ++i)
    for (std::uint32_t j = 0; j < count * size; ++j) {
      if (i == j) continue;
      // dealt out, so that consecutive tasks are in different cliques
      if (i % count == j % count)
        communication.add({i, j, units});
      else if (i < count && j < count)
        communication.add({i, j, 1});
    }
  communication.finish();
  return communication;
}

}  // namespace weft
