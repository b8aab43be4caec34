// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/allgather/flood_paths.hpp"

namespace weft::rounds {
namespace {

/// The costs whose maxima are computed: cable length in meters, and time in ns.
using Costs = std::array<double, 2>;

Costs operator+(Costs const& a, Costs const& b) { return {a[0] + b[0], a[1] + b[1]}; }
void raise(Costs& best, Costs const& other) {
  for (std::size_t i = 0; i < best.size(); ++i) best[i] = std::max(best[i], other[i]);
}

/// Sum and maximum of the cable lengths of some hops of a level.
struct HopSums {
  double meters = 0, longest = 0;
  void add(double cable) {
    meters += cable;
    longest = std::max(longest, cable);
  }
  void add(HopSums const& other) {
    meters += other.meters;
    longest = std::max(longest, other.longest);
  }
};

/// The paths of a flood on CLEX. The digits of source and destination are independent and uniform, and a hop
/// depends on three digits: the old and the new digit of its level, where the new digit is the lowest digit
/// before the hop, and the lowest digit after the hop. Therefore means are sums over levels, and the longest
/// path is found level by level.
class ClexPaths {
 public:
  ClexPaths(topology::Clex const& clex, FloodTrees trees, Layout const& layout, HopTime const& model)
      : clex_(clex),
        m_(clex.m()),
        one_edge_(trees == FloodTrees::one_edge && !clex.single()),
        layout_(layout),
        model_(model) {}

  FloodPaths find() {
    for (std::uint32_t c = 0; c < m_; ++c)
      for (std::uint32_t v = 0; v < m_; ++v) clique_.add(c == v ? 0 : clique(c, v));
    if (clex_.single())
      single_links();
    else if (one_edge_)
      one_edge();
    else
      shortest();
    FloodPaths paths{
        .hops = {}, .meters = {}, .time = {}, .longest_cable = std::max(clique_.longest, longest_)};
    auto const n = static_cast<double>(clex_.num_routers()), levels = static_cast<double>(clex_.levels());
    paths.hops.max = clex_.single() || one_edge_ ? 2 * levels - 1 : levels;
    paths.meters.max = max_[0];
    paths.time.max = max_[1];
    auto const differ = 1 - 1.0 / m_;
    auto const in_clique =
        clex_.single() || one_edge_ ? levels : 1;  // crossings of level 1 if no digits are equal
    auto const mean_hops = differ * (1 + (levels - 1) * (1 + (in_clique > 1 ? differ : 0)));
    auto const mean_clique = clique_.meters / (static_cast<double>(m_) * m_);
    auto const mean_meters = mean_clique * (1 + (in_clique > 1 ? (levels - 1) * differ : 0)) + mean_above_;
    paths.hops.mean = mean_hops * n / (n - 1);
    paths.meters.mean = mean_meters * n / (n - 1);
    paths.time.mean = model_.alpha_ns * paths.hops.mean + model_.beta_ns_per_meter * paths.meters.mean;
    return paths;
  }

 private:
  double clique(std::uint32_t from, std::uint32_t to) const {
    return layout_.meters_between(layout_.offset(0, from), layout_.offset(0, to));
  }
  /// Returns the cable length of the hop of a level that replaces the digit `old` by `now` and the lowest
  /// digit, which was `now`, by `landing`.
  double hop(std::uint32_t level, std::uint32_t old, std::uint32_t now, std::uint32_t landing) const {
    auto const &from = layout_.offset(level - 1, old), &to = layout_.offset(level - 1, now);
    auto const &low_from = layout_.offset(0, now), &low_to = layout_.offset(0, landing);
    return layout_.meters_between({from[0] + low_from[0], from[1] + low_from[1], from[2] + low_from[2]},
                                  {to[0] + low_to[0], to[1] + low_to[1], to[2] + low_to[2]});
  }
  Costs cost(double meters) const { return {meters, model_.alpha_ns + model_.beta_ns_per_meter * meters}; }
  Costs cost_in_clique(std::uint32_t from, std::uint32_t to) const {
    return from == to ? Costs{} : cost(clique(from, to));
  }

  /// Adds the hops of a level, which is crossed if the digits differ: in m - 1 of m cases. `hops`: number of
  /// hops in `sums`.
  void add_level(HopSums const& sums, double hops) {
    mean_above_ += (1 - 1.0 / m_) * sums.meters / hops;
    longest_ = std::max(longest_, sums.longest);
  }

  /// Calls visit(value, sums) for all values of a digit, on all threads. Returns the merged sums.
  template <class Visit>
  HopSums for_values(Visit visit) const {
    std::vector<HopSums> parts(m_);
    parallel_chunks(m_, 1, [&](std::size_t begin, std::size_t end, unsigned) {
      for (auto value = begin; value < end; ++value) visit(static_cast<std::uint32_t>(value), parts[value]);
    });
    HopSums all;
    for (auto const& part : parts) all.add(part);
    return all;
  }

  /// Computes the paths of shortest trees: each hop lands on the digit that the next hop requires.
  void shortest() {
    auto const values = static_cast<double>(m_);
    // By lowest digit: cost of the longest remaining path over the levels so far. The next hop requires the
    // lowest digit, or it is the lowest digit of the destination.
    std::vector<Costs> rest(m_);
    for (std::uint32_t level = 2; level <= clex_.levels() && m_ > 1; ++level) {
      std::vector<Costs> hop_and_rest(m_);
      add_level(for_values([&](std::uint32_t now, HopSums& sums) {
                  for (std::uint32_t old = 0; old < m_; ++old)
                    for (std::uint32_t landing = 0; landing < m_ && old != now; ++landing) {
                      auto const cable = hop(level, old, now, landing);
                      sums.add(cable);
                      raise(hop_and_rest[now], cost(cable) + rest[landing]);
                    }
                }),
                values * (values - 1) * values);
      for (std::uint32_t now = 0; now < m_; ++now) raise(rest[now], hop_and_rest[now]);
    }
    for (std::uint32_t first = 0; first < m_; ++first)
      for (std::uint32_t next = 0; next < m_; ++next) raise(max_, cost_in_clique(first, next) + rest[next]);
  }

  /// Computes the paths of one_edge trees: each hop lands on the lowest digit of the source.
  void one_edge() {
    auto const values = static_cast<double>(m_);
    std::vector<Costs> all(m_);  // by lowest digit of the source
    for (std::uint32_t level = 2; level <= clex_.levels() && m_ > 1; ++level) {
      add_level(for_values([&](std::uint32_t first, HopSums& sums) {
                  Costs best{};
                  for (std::uint32_t now = 0; now < m_; ++now) {
                    auto const before = cost_in_clique(first, now);
                    for (std::uint32_t old = 0; old < m_; ++old) {
                      if (old == now) continue;
                      auto const cable = hop(level, old, now, first);
                      sums.add(cable);
                      raise(best, before + cost(cable));
                    }
                  }
                  all[first] = all[first] + best;
                }),
                values * (values - 1) * values);
    }
    for (std::uint32_t first = 0; first < m_; ++first)
      for (std::uint32_t last = 0; last < m_; ++last) raise(max_, all[first] + cost_in_clique(first, last));
  }

  /// Computes the paths over single links: each hop swaps two digits, as it lands on the old digit of its
  /// level.
  void single_links() {
    auto const values = static_cast<double>(m_);
    std::vector<Costs> rest(m_);  // by lowest digit: cost of the longest remaining path
    for (std::uint32_t c = 0; c < m_; ++c)
      for (std::uint32_t last = 0; last < m_; ++last) raise(rest[c], cost_in_clique(c, last));
    for (std::uint32_t level = 2; level <= clex_.levels() && m_ > 1; ++level) {
      std::vector<Costs> hop_and_rest(m_);
      add_level(for_values([&](std::uint32_t now, HopSums& sums) {
                  for (std::uint32_t old = 0; old < m_; ++old) {
                    if (old == now) continue;
                    auto const cable = hop(level, old, now, old);
                    sums.add(cable);
                    raise(hop_and_rest[now], cost(cable) + rest[old]);
                  }
                }),
                values * (values - 1));
      for (std::uint32_t c = 0; c < m_; ++c)
        for (std::uint32_t now = 0; now < m_; ++now)
          raise(rest[c], cost_in_clique(c, now) + hop_and_rest[now]);
    }
    for (auto const& costs : rest) raise(max_, costs);
  }

  topology::Clex const& clex_;
  std::uint32_t const m_;
  bool const one_edge_;
  Layout const& layout_;
  HopTime const& model_;
  HopSums clique_;
  double mean_above_ = 0, longest_ = 0;
  Costs max_{};
};

}  // namespace

FloodPaths flood_paths(topology::Clex const& clex, FloodTrees trees, Layout const& layout,
                       HopTime const& model) {
  if (clex.num_routers() < 2) return {};
  return ClexPaths(clex, trees, layout, model).find();
}

Estimate estimate_flood_paths(topology::Clex const& clex) {
  constexpr double seconds_per_hop = 5e-9;
  double const m = clex.m(), per_level = clex.single() ? m * m : m * m * m;
  auto const seconds = per_level * (clex.levels() - 1) * seconds_per_hop;
  return {m * 100, seconds, useful_threads(m, seconds)};
}

}  // namespace weft::rounds
