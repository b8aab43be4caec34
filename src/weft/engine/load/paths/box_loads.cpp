// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel_backend.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/paths/exact_loads.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::load {
namespace {

/// Steps of the shortest paths along one dimension; `tie`: the other direction has the same number of steps.
struct Leg {
  std::uint32_t dim, steps;
  bool plus, tie;
};

void find_legs(GridGeometry const& grid, std::uint32_t from, std::uint32_t to, std::vector<Leg>& legs) {
  legs.clear();
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) {
    auto const here = grid.coord(from, dim), goal = grid.coord(to, dim), side = grid.side(dim);
    if (here == goal) continue;
    auto const ahead = goal > here ? goal - here : goal + side - here;
    auto const steps = grid.distance(dim, here, goal);
    bool const tie = grid.axis(dim) == GridGeometry::Axis::ring && 2 * steps == side;
    bool const plus = grid.axis(dim) == GridGeometry::Axis::path ? goal > here : steps == ahead;
    legs.push_back({dim, steps, plus, tie});
  }
}

/// Returns the number of routers on the shortest paths of a pair: the size of a box, or the sum over the
/// boxes of all choices of directions at ties.
double routers_between(std::vector<Leg> const& legs) {
  double routers = 1;
  for (auto const& leg : legs) routers *= (leg.steps + 1.0) * (leg.tie ? 2 : 1);
  return routers;
}

/// Returns the number of shortest paths, exact below 2^53.
double paths_between(std::vector<Leg> const& legs) {
  double paths = 1;
  std::uint32_t hops = 0;
  for (auto const& leg : legs) {
    for (std::uint32_t i = 1; i <= leg.steps && paths < 0x1p53; ++i) paths = paths * (hops + i) / i;
    hops += leg.steps;
    if (leg.tie) paths *= 2;
  }
  return paths;
}

/// Distribution of the traffic of one pair at a time over all its shortest paths.
template <class Number>
class BoxFlow {
 public:
  BoxFlow(GridGeometry const& grid, Network const& network, bool by_port)
      : grid_(grid), network_(network), by_port_(by_port) {}

  /// Sends `units` units along `legs` and calls add(channel, load). Returns whether every division was exact.
  template <class Add>
  bool send(std::uint32_t from, std::vector<Leg> const& legs, Number units, Add add) {
    std::uint32_t ties = 0;
    for (auto const& leg : legs) ties += leg.tie;
    auto const [each, divides] = part(units, 1, std::uint32_t{1} << ties);
    bool exact = divides;
    for (std::uint32_t choice = 0; choice >> ties == 0; ++choice) {
      auto const routers = start(from, legs, choice);
      through_.assign(routers, 0);
      through_[0] = each;
      for (std::size_t i = 0; i + 1 < routers; ++i) {
        exact = divide(&through_[i], add) && exact;
        advance();
      }
    }
    return exact;
  }

 private:
  struct Part {
    Number value;
    bool exact;
  };
  /// A dimension of the box, at the current router. `corner`: the current router with the coordinates of the
  /// source in the lower dimensions.
  struct Side {
    Leg leg;
    std::uint32_t left, corner;
    std::size_t stride;
  };
  /// Returns value * weight / sum, and whether it is exact.
  static Part part(Number value, std::uint32_t weight, std::uint32_t sum) {
    if constexpr (std::integral<Number>) {
      auto const rest = value % sum * weight;
      return {value / sum * weight + rest / sum, rest % sum == 0};
    } else {
      return {value * weight / sum, true};
    }
  }
  /// Starts a pair. Bit i of `choice`: direction of the i-th tie. Returns the number of routers of the box.
  std::size_t start(std::uint32_t from, std::vector<Leg> const& legs, std::uint32_t choice) {
    sides_.clear();
    std::size_t routers = 1;
    for (auto leg : legs) {
      if (leg.tie) {
        leg.plus = (choice & 1) != 0;
        choice >>= 1;
      }
      sides_.push_back({leg, leg.steps, from, routers});
      routers *= leg.steps + std::size_t{1};
    }
    return routers;
  }
  /// Divides the traffic of the current router equally among its ports, or among its paths. Returns whether
  /// every division was exact.
  template <class Add>
  bool divide(Number* through, Add add) {
    std::uint32_t sum = 0;
    for (auto const& side : sides_) sum += weight(side);
    auto const router = sides_.front().corner;
    auto const first = network_.first_channels()[router];
    bool exact = true;
    for (auto const& side : sides_) {
      auto const own = weight(side);
      if (own == 0) continue;
      auto const [load, divides] = part(*through, own, sum);
      exact = exact && divides;
      through[side.stride] += load;
      add(first + grid_.step(router, side.leg.dim, side.leg.plus), load);
    }
    return exact;
  }
  /// Returns the weight of a side in a division: if by_port_, its number of ports, both of them before the
  /// first step of a tie; otherwise its remaining steps, to which the number of paths that start along it is
  /// proportional.
  std::uint32_t weight(Side const& side) const {
    if (!by_port_ || side.left == 0) return side.left;
    return side.leg.tie && side.left == side.leg.steps ? 2 : 1;
  }
  /// Advances to the next router of the box, in an order in which every router follows its predecessors on
  /// the paths.
  void advance() {
    auto side = sides_.begin();
    for (; side->left == 0; ++side) side->left = side->leg.steps;
    --side->left;
    side->corner = grid_.neighbor(side->corner, side->leg.dim, side->leg.plus);
    for (auto lower = sides_.begin(); lower != side; ++lower) lower->corner = side->corner;
  }

  GridGeometry const& grid_;
  Network const& network_;
  bool by_port_;
  std::vector<Side> sides_;
  std::vector<Number> through_;
};

/// Loads of the pairs of a demand, source by source.
class BoxLoads {
 public:
  BoxLoads(GridGeometry const& grid, bool by_port, RouterDemand const& demand, Progress& progress)
      : grid_(grid), by_port_(by_port), demand_(demand), progress_(progress) {}

  /// Returns the loads if each pair sends value(units) along its legs; nullopt if a division is not exact.
  /// `round` converts loads to integers.
  template <class Number, class Value, class Round>
  std::optional<std::vector<std::uint64_t>> sums(Value value, Round round) const {
    ChannelSums<std::uint64_t> sums(demand_.network().num_channels());
    std::vector<BoxFlow<Number>> flows(num_threads(), BoxFlow<Number>(grid_, demand_.network(), by_port_));
    bool const done = for_each_pair(
        "loads", [&](std::uint32_t from, std::vector<Leg> const& legs, std::uint64_t units, unsigned worker) {
          auto& channel = sums.of(worker);
          return flows[worker].send(from, legs, value(units),
                                    [&](std::uint32_t c, Number load) { channel[c] += round(load); });
        });
    return done ? std::optional(sums.total()) : std::nullopt;
  }
  std::optional<std::uint64_t> common_denominator(double maximum) const {
    std::vector<CommonMultiple> of_worker(num_threads(), CommonMultiple(maximum));
    bool const found = for_each_pair(
        "numbers of paths", [&](std::uint32_t, std::vector<Leg> const& legs, std::uint64_t, unsigned worker) {
          auto const paths = paths_between(legs);
          return paths < 0x1p40 && of_worker[worker].take(static_cast<std::uint64_t>(paths));
        });
    return combined_multiple(of_worker, maximum, found);
  }

 private:
  /// Calls visit(from, legs, units, worker) on all threads, until it returns false. Returns whether all calls
  /// returned true.
  template <class Visit>
  bool for_each_pair(char const* label, Visit visit) const {
    std::vector<RouterUnits> to(num_threads(), RouterUnits(demand_.network().num_routers()));
    std::vector<std::vector<Leg>> legs(num_threads());
    std::atomic<bool> proceed = true;
    progress_.start(label, num_shared_tasks(demand_.network().num_routers()), "routers");
    shared_parallel_for(demand_.network().num_routers(), [&](std::size_t task, unsigned worker) {
      auto const from = static_cast<std::uint32_t>(task);
      demand_.collect_sent({from}, to[worker]);
      for (auto const router : to[worker].routers()) {
        if (!proceed) return;
        if (to[worker][router] == 0) continue;
        find_legs(grid_, from, router, legs[worker]);
        if (!visit(from, legs[worker], to[worker][router], worker)) proceed = false;
      }
      progress_.advance();
    });
    progress_.finish();
    return on_all_ranks(proceed);
  }

  GridGeometry const& grid_;
  bool by_port_;
  RouterDemand const& demand_;
  Progress& progress_;
};

}  // namespace

bool boxes_are_small(GridGeometry const& grid, RouterDemand const& demand) {
  constexpr double steps_of_search = 4;  // cost of a router of a box relative to a router of a search
  auto const routers = demand.network().num_routers();
  RouterUnits to(routers);
  std::vector<Leg> legs;
  InterruptCheck check;
  double boxes = 0, searches = 0;
  for (std::uint32_t from = 0; from < routers; ++from) {
    demand.collect_sent({from}, to);
    if (!to.empty()) searches += static_cast<double>(routers) / steps_of_search;
    for (auto const router : to.routers()) {
      check();
      if (to[router] == 0) continue;
      find_legs(grid, from, router, legs);
      boxes += routers_between(legs);
      if (boxes > static_cast<double>(routers) * static_cast<double>(routers) / steps_of_search) return false;
    }
  }
  return boxes < searches;
}

NetworkLoads box_loads(GridGeometry const& grid, bool by_port, RouterDemand const& demand,
                       Progress& progress) {
  BoxLoads const boxes(grid, by_port, demand, progress);
  LoadSums sums{
      .exact =
          [&](std::uint64_t denominator) {
            return boxes.sums<std::uint64_t>([&](std::uint64_t units) { return units * denominator; },
                                             [](std::uint64_t load) { return load; });
          },
      .common_denominator = {},
      .rounded =
          [&](int exponent) {
            return *boxes.sums<double>(
                [&](std::uint64_t units) { return std::ldexp(static_cast<double>(units), exponent); },
                [](double load) { return static_cast<std::uint64_t>(load + 0.5); });
          }};
  if (!by_port) sums.common_denominator = [&](double maximum) { return boxes.common_denominator(maximum); };
  return exact_or_rounded(demand, sums);
}

}  // namespace weft::load
