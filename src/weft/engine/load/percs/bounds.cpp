// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weft/engine/load/network_bounds.hpp"
#include "weft/engine/load/percs/demand.hpp"

namespace weft::load {
namespace {

constexpr std::uint32_t processors = PercsCounts::processors_per_node;
constexpr double ll_bandwidth = 21, lr_bandwidth = 5, d_bandwidth = 10;

double ceil_div(std::uint64_t units, std::uint64_t parts) {
  return parts == 0 ? 0 : static_cast<double>((units + parts - 1) / parts);
}

/// Minimum load of a unit on its way to or from the D links, on LR and LL channels.
struct Access {
  double lr = 0, ll = 0;
};

Access access_of(PercsPaths const& paths) {
  if (paths.direct()) {
    double const links = paths.links(), own = std::ceil(links / 4);
    return {1 - own / links, links >= 4 ? (own - 1) / links : 0};
  }
  double const all = static_cast<double>(paths.supernodes()) * paths.links();
  double max_in_drawer = 0, ll = 1;
  for (std::uint32_t d = 0; d < supernode_nodes; d += drawer_nodes) {
    double ports = 0;
    for (auto u = d; u < d + drawer_nodes; ++u) ports += paths.ports(u);
    max_in_drawer = std::max(max_in_drawer, ports / all);
    for (auto u = d; u < d + drawer_nodes; ++u) ll = std::min(ll, (ports - paths.ports(u)) / all);
  }
  return {1 - max_in_drawer, ll};
}

/// The linear program of percs_bounds. Amounts are in units, capacities in units per unit of time.
class LinearProgram {
 public:
  LinearProgram(PercsPaths const& paths, Communication const& communication, Sides const& grid)
      : leave_node_(between(communication, grid, processors)),
        leave_drawer_(between(communication, grid, drawer_nodes * processors)),
        leave_supernode_(between(communication, grid, supernode_nodes * processors)) {
    auto const& params = paths.params();
    double const supernodes = paths.supernodes(), links = paths.links();
    bool const striped = params.inside == PercsInside::striped;
    auto const access = access_of(paths);
    double const hops = (params.first ? 1 : 0) + (params.last ? 1 : 0), counted = params.local ? 1 : 0;
    x_lr_ = hops * access.lr;
    x_ll_ = hops * access.ll;
    r_lr_ = counted;
    r_ll_ = striped ? counted * 0.875 : 0;
    s_ll_ = striped ? counted * 1.75 : counted;
    lr_capacity_ = supernodes * supernode_nodes * (supernode_nodes - drawer_nodes) * lr_bandwidth;
    ll_capacity_ = supernodes * supernode_nodes * (drawer_nodes - 1) * ll_bandwidth;
    d_capacity_ = paths.direct() ? supernodes * (supernodes - 1) * links * d_bandwidth
                                 : supernodes * supernodes * links * d_bandwidth / 2;
  }
  double leave_supernode() const { return leave_supernode_; }

  /// Returns the minimum time, rounded.
  double min_time() const {
    if (leave_node_ == 0) return 0;
    double low = 0, high = 1;
    while (!possible(high)) high *= 2;
    for (int i = 0; i < 100; ++i) (possible((low + high) / 2) ? high : low) = (low + high) / 2;
    return low;
  }

 private:
  static double between(Communication const& communication, Sides const& grid, std::uint64_t size) {
    return static_cast<double>(min_units_between(communication, grid, size));
  }
  bool possible(double time) const {
    double const minimum = leave_supernode_, maximum = std::min(leave_node_, d_capacity_ * time);
    if (d_capacity_ * time < minimum) return false;
    // With the maximum r that the LR channels can carry, the LL load is piecewise linear in x, so it suffices
    // to check its corners.
    double const lr = lr_capacity_ * time;
    double const corners[] = {minimum, maximum, x_lr_ > 0 ? lr / x_lr_ : maximum, corner(lr, leave_drawer_),
                              corner(lr, leave_node_)};
    return std::ranges::any_of(
        corners, [&](double x) { return serves(std::clamp(x, minimum, std::max(minimum, maximum)), time); });
  }
  /// Returns the x at which the LR channels are full if x + r = sum.
  double corner(double lr, double sum) const {
    return x_lr_ == r_lr_ ? leave_supernode_ : (lr - r_lr_ * sum) / (x_lr_ - r_lr_);
  }
  bool serves(double x, double time) const {
    constexpr double slack = 1 + 1e-12;  // relaxes the constraint, so the result remains a bound
    double const lr = lr_capacity_ * time * slack - x_lr_ * x;
    if (lr < 0) return false;
    double const min_r = std::max(0.0, leave_drawer_ - x), max_r = std::max(min_r, leave_node_ - x);
    double const r = r_lr_ == 0 ? max_r : std::min(max_r, lr / r_lr_);
    if (r < min_r) return false;
    double const ll_of_rest = r_ll_ * r + s_ll_ * std::max(0.0, leave_node_ - x - r);
    return x_ll_ * x + ll_of_rest <= ll_capacity_ * time * slack;
  }

  double leave_node_, leave_drawer_, leave_supernode_;
  double x_lr_ = 0, x_ll_ = 0, r_lr_ = 0, r_ll_ = 0, s_ll_ = 0;
  double lr_capacity_ = 0, ll_capacity_ = 0, d_capacity_ = 0;
};

/// Returns whether every task sends the same number of units to each of its four neighbors in the grid, and
/// sends to no other task.
bool is_flat_halo(Communication const& communication, Sides const& grid) {
  return grid.size() == 2 && min_units_to_neighbors(communication, grid) * 4 * communication.num_tasks() ==
                                 communication.total_units();
}

}  // namespace

std::vector<Bound> percs_bounds(PercsPaths const& paths, Communication const& communication,
                                Sides const& grid) {
  double const per_node = processors * static_cast<double>(communication.total_units()) /
                          static_cast<double>(communication.num_tasks());
  std::uint64_t const supernodes = paths.supernodes(), links = paths.links();
  std::vector<Bound> bounds;
  auto const add = [&](std::string name, double time, bool proven = true) {
    if (time > 0) bounds.push_back({std::move(name), per_node / time, proven});
  };
  LinearProgram const programme(paths, communication, grid);
  auto const leaving = static_cast<std::uint64_t>(programme.leave_supernode());
  double const link = static_cast<double>(links) * d_bandwidth;
  add("D links: the exchange of the mean pair of supernodes",
      paths.direct() ? ceil_div(leaving, supernodes * (supernodes - 1)) / link
                     : 2 * ceil_div(leaving, supernodes) / (link * static_cast<double>(supernodes)));
  add("all channels: the joint load of LL, LR and D links", programme.min_time());
  if (paths.direct() && supernodes > 1 &&
      communication.num_tasks() == supernodes * supernode_nodes * processors &&
      is_flat_halo(communication, grid)) {
    double const edges =
        4 * std::sqrt(supernode_nodes * processors / 6.0 / static_cast<double>(supernodes - 1));
    add("D links: Euler-type estimate for tiles of equal area",
        edges * static_cast<double>(min_units_to_neighbors(communication, grid)) / link, false);
  }
  std::ranges::sort(bounds, {}, &Bound::throughput);
  return bounds;
}

}  // namespace weft::load
