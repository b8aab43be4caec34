// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/round_bounds.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/channel_bandwidths.hpp"

namespace weft::rounds {
namespace {

struct Crossing {
  std::uint64_t upwards = 0, downwards = 0;
};

/// Number of messages that leave and enter each router, and that cross each cut.
struct Demand {
  std::vector<std::uint64_t> sent, received;
  std::vector<Crossing> crossing;
};

/// Counts the messages of the traffic per router and per cut. Bit i of `sides(router)` is set if the router
/// is on the low side of cut i; `routers_of(from, to)` returns the routers of two terminals.
template <class Routers, class Sides>
Demand count_demand(Traffic const& traffic, std::uint64_t routers, std::size_t cuts, Routers routers_of,
                    Sides sides) {
  constexpr std::uint64_t batch = 1 << 14;
  Demand demand{std::vector<std::uint64_t>(routers, 0), std::vector<std::uint64_t>(routers, 0),
                std::vector<Crossing>(cuts)};
  auto const add = [](std::uint64_t& count, std::uint64_t more) {
    std::atomic_ref{count}.fetch_add(more, std::memory_order_relaxed);
  };
  parallel_chunks(traffic.num_terminals(), 1024, [&](std::size_t begin, std::size_t end, unsigned) {
    std::vector<Crossing> crossing(cuts);
    std::vector<std::uint32_t> to;
    for (auto first = begin; first < end;) {
      throw_if_interrupted();
      std::uint64_t messages = 0;
      auto last = first;
      for (; last < end && (last == first || messages < batch); ++last)
        messages += traffic.messages({static_cast<std::uint32_t>(last)});
      to.resize(messages);
      traffic.destinations({static_cast<std::uint32_t>(first)}, last - first, to);
      auto next = to.begin();
      for (; first < last; ++first) {
        TerminalId const e{static_cast<std::uint32_t>(first)};
        std::uint64_t leaving = 0;
        auto const stop = next + static_cast<std::ptrdiff_t>(traffic.messages(e));
        for (; next != stop; ++next) {
          auto const [source, target] = routers_of(e, TerminalId{*next});
          if (source == target) continue;
          ++leaving;
          add(demand.received[target], 1);
          auto const low = sides(source), low_target = sides(target);
          for (std::size_t i = 0; i < cuts; ++i) {
            crossing[i].upwards += low >> i & ~low_target >> i & 1;
            crossing[i].downwards += low_target >> i & ~low >> i & 1;
          }
        }
        if (leaving > 0) add(demand.sent[routers_of(e, e).first], leaving);
      }
    }
    for (std::size_t i = 0; i < cuts; ++i) {
      add(demand.crossing[i].upwards, crossing[i].upwards);
      add(demand.crossing[i].downwards, crossing[i].downwards);
    }
  });
  return demand;
}

/// Returns the minimum number of rounds in which channels with total bandwidth `bandwidth` carry `messages`
/// messages if they may carry up to `more` messages in addition to their bandwidth.
double rounds_for(std::uint64_t messages, double bandwidth, double more) {
  auto const left = static_cast<double>(messages) - more;
  return left > 0 && bandwidth > 0 ? left / bandwidth : 0;
}

bool is_whole(double bandwidth) { return bandwidth == std::floor(bandwidth); }

/// View of the channels with fractional bandwidths, each with bandwidth 1.
struct FractionalChannels {
  Network const& network;
};
std::uint64_t num_vertices(FractionalChannels const& channels) { return channels.network.num_routers(); }
template <class Visit>
void visit_channels(FractionalChannels const& channels, Visit visit) {
  visit_channels(channels.network, [&](std::uint32_t from, std::uint32_t to, double bandwidth) {
    if (!is_whole(bandwidth)) visit(from, to, 1.0);
  });
}

}  // namespace

double RoundBounds::rounds() const { return std::max(node, cut); }

Table RoundBounds::table(std::uint64_t makespan) const {
  Table table{
      "round_bounds",
      "Lower bounds on the makespan of any routing",
      {{"node", "rounds", "messages that a router must send or receive / bandwidth of its channels", 5},
       {"cut", "rounds",
        "messages that must cross the cut between the halves of the network / bandwidth of the cut", 5},
       {"lower_bound", "rounds", "the larger of the two, in whole rounds"},
       {"makespan", "rounds"},
       {"ratio", "", "makespan / lower_bound", 4}},
      {}};
  constexpr double rounding = 1e-9;
  auto const minimum = static_cast<std::uint64_t>(std::ceil(rounds() * (1 - rounding)));
  table.add_row(
      {node, cut, minimum, makespan,
       minimum > 0 ? Value{static_cast<double>(makespan) / static_cast<double>(minimum)} : Value{}});
  return table;
}

RoundBounds round_bounds(Network const& network, GridGeometry const* grid, Traffic const& traffic) {
  auto const cuts = middle_cuts(network.num_routers(), grid);
  std::vector<std::uint64_t> low(network.num_routers(), 0);
  for (std::uint32_t r = 0; r < low.size(); ++r)
    for (std::size_t i = 0; i < cuts.size(); ++i) low[r] |= std::uint64_t{cuts[i](r)} << i;
  auto const demand = count_demand(
      traffic, network.num_routers(), cuts.size(),
      [&](TerminalId from, TerminalId to) {
        return std::pair{network.injection_router(from).v, network.ejection_router(to).v};
      },
      [&](std::uint32_t r) { return low[r]; });
  VertexBandwidths const all(network), fractional(FractionalChannels{network});
  RoundBounds bounds;
  for (std::uint32_t r = 0; r < low.size(); ++r)
    bounds.node = std::max({bounds.node, rounds_for(demand.sent[r], all.out[r], fractional.out[r]),
                            rounds_for(demand.received[r], all.in[r], fractional.in[r])});
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    auto const across = bandwidth_across(network, cuts[i]);
    auto const more = bandwidth_across(FractionalChannels{network}, cuts[i]);
    bounds.cut = std::max({bounds.cut, rounds_for(demand.crossing[i].upwards, across.upwards, more.upwards),
                           rounds_for(demand.crossing[i].downwards, across.downwards, more.downwards)});
  }
  return bounds;
}

RoundBounds round_bounds(topology::Clex const& clex, Traffic const& traffic) {
  auto const nodes = clex.num_routers();
  std::uint64_t const m = clex.m(), half = m / 2, copy = nodes / m;
  auto const demand = count_demand(
      traffic, nodes, 1,
      [](TerminalId from, TerminalId to) {
        return std::pair{from.v, to.v};
      },
      [below = half * copy](std::uint32_t r) { return std::uint64_t{r < below}; });
  std::vector<std::uint64_t> out(m, m - 1), in(m, m - 1);  // number of channels of level 1, by lowest digit
  std::uint64_t across_level_1 = half * (m - half);        // number of channels in one direction
  if (auto const& local = clex.local()) {
    std::uint64_t upwards = 0, downwards = 0;
    for (std::uint32_t from = 0; from < m; ++from) {
      out[from] = 0;
      for (std::uint16_t p = 0; p < local->degree(from); ++p) {
        auto const to = local->neighbor(from, p).router.v;
        out[from] += to != from;
        in[to] += to != from;
        upwards += from < half && to >= half;
        downwards += to < half && from >= half;
      }
    }
    for (auto& channels : in) channels -= m - 1;
    across_level_1 = std::max(upwards, downwards);
  }
  RoundBounds bounds;
  for (std::uint32_t r = 0; r < nodes; ++r) {
    if (std::max(demand.sent[r], demand.received[r]) == 0) continue;
    // On a level with a digit that equals the lowest digit, one of the m channels, or the single link, is a
    // loop. With landing = high, few levels above 2 have one, so it is not subtracted.
    std::uint64_t bandwidth = 0;
    for (std::uint32_t level = 2; level <= clex.levels(); ++level) {
      bool const loops = clex.digit({r}, level) == clex.digit({r}, 1) &&
                         (level == 2 || clex.landing() == topology::Landing::low);
      bandwidth += !loops ? m : clex.single() ? 0 : m - 1;
    }
    auto const lowest = clex.digit({r}, 1);
    bounds.node =
        std::max({bounds.node, rounds_for(demand.sent[r], static_cast<double>(bandwidth + out[lowest]), 0),
                  rounds_for(demand.received[r], static_cast<double>(bandwidth + in[lowest]), 0)});
  }
  // The lowest digit of a node is the copy to which its channels of the highest level lead.
  auto const across = static_cast<double>(clex.levels() > 1 ? half * (m - half) * copy : across_level_1);
  bounds.cut = std::max(rounds_for(demand.crossing[0].upwards, across, 0),
                        rounds_for(demand.crossing[0].downwards, across, 0));
  return bounds;
}

Estimate estimate_bounds(double routers, double messages) {
  constexpr double seconds_per_message = 8e-9, bytes_per_router = 40;
  auto const seconds = messages * seconds_per_message;
  return {routers * bytes_per_router, seconds, useful_threads(routers / 1024, seconds)};
}

}  // namespace weft::rounds
