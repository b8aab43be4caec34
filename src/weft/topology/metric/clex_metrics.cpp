// SPDX-License-Identifier: Apache-2.0
// The closed forms of CLEX. A clique is identified by its digits above the lowest; cliques that differ in one
// digit are adjacent: a Hamming graph H(levels - 1, m).

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "weft/topology/family/clex.hpp"
#include "weft/topology/metric/bisection.hpp"

namespace weft {
namespace {

/// Maximum number of levels for which walks over single links are counted by pattern: the patterns of
/// equality among 2 levels digits are the partitions of a set of 2 levels elements.
constexpr std::uint32_t max_counted_levels = 5;

/// Returns m^exponent.
std::uint64_t power(std::uint64_t m, std::uint32_t exponent) {
  std::uint64_t result = 1;
  while (exponent-- > 0) result *= m;
  return result;
}

std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

/// Counts pairs of nodes by distance, for full links and landing = low. Of the levels - 1 digits above the
/// lowest, t differ; the path has t hops if the lowest digit has the target value of one of these digits,
/// otherwise t + 1. The two values of a differing digit have m (m - 1) cases; in (m - 1)^2 of these, given
/// the lowest digit, the target value differs from the lowest digit.
std::vector<std::uint64_t> full_distances(std::uint64_t m, std::uint32_t levels) {
  std::vector<std::uint64_t> counts(levels + std::size_t{1}, 0);
  counts[1] = power(m, levels) * (m - 1);
  for (std::uint32_t t = 1; t < levels; ++t) {
    auto const choices = binomial(levels - 1, t);
    auto const unwanted = choices * power(m, levels + 1 - t) * power(m - 1, 2 * t);
    counts[t] += choices * power(m, levels + 1) * power(m - 1, t) - unwanted;
    counts[t + 1] += unwanted;
  }
  counts.erase(counts.begin());
  return counts;
}

/// The simple graph of a local network: its arcs, and the out-degree of each router.
struct LocalArcs {
  std::uint64_t arcs = 0;
  std::uint64_t min_degree = ~std::uint64_t{0}, max_degree = 0;

  explicit LocalArcs(LocalNetwork const& network) {
    for (std::uint32_t r = 0; r < network.size(); ++r) {
      std::uint64_t const degree = network.heads(r).size();
      arcs += degree;
      min_degree = std::min(min_degree, degree);
      max_degree = std::max(max_degree, degree);
    }
  }
};

/// Counts pairs of nodes by distance with a local network instead of cliques. Pairs in different local
/// networks have the same distance as in different cliques. Pairs in one local network are one hop apart if a
/// digit above the lowest equals the lowest; otherwise their distance is their distance in the local network,
/// or two hops of a higher level if this is shorter.
std::vector<std::uint64_t> full_distances(std::uint64_t m, std::uint32_t levels, LocalArcs const& local) {
  auto counts = full_distances(m, levels);
  auto const apart = power(m - 1, levels - 1) * (m * (m - 1) - local.arcs);
  counts[0] -= apart;
  counts[1] += apart;
  return counts;
}

/// Counts pairs of nodes by distance for single links: one pair for each pattern of equal digits, times the
/// number of assignments of values to the pattern.
class PatternCount {
 public:
  explicit PatternCount(topology::Clex const& clex)
      : clex_(clex), digits_(2 * clex.levels()), counts_(clex.diameter() + std::size_t{1}, 0) {
    assign(0, 0, 1);
    counts_.erase(counts_.begin());
  }
  std::vector<std::uint64_t> const& counts() const { return counts_; }

 private:
  void assign(std::size_t index, std::uint32_t used, std::uint64_t ways) {
    if (index == digits_.size()) {
      auto const half = std::span(digits_).first(clex_.levels()),
                 rest = std::span(digits_).last(clex_.levels());
      counts_[clex_.distance(clex_.digits().router(half), clex_.digits().router(rest))] += ways;
      return;
    }
    for (std::uint32_t value = 0; value <= used && value < clex_.m(); ++value) {
      digits_[index] = value;
      assign(index + 1, used + (value == used), value == used ? ways * (clex_.m() - used) : ways);
    }
  }
  topology::Clex const& clex_;
  std::vector<std::uint32_t> digits_;
  std::vector<std::uint64_t> counts_;
};

/// Counts the links of a local network, or of the middle clique, between its first `half` routers and the
/// others. `hub`: router `half` is linked to all others, as with full links (see below).
std::uint64_t split_links(topology::Clex const& clex, std::uint32_t half, bool hub) {
  auto const m = clex.m();
  if (!clex.local()) return std::uint64_t{half} * (m - half);
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t r = 0; r < m; ++r)
    for (auto const to : clex.local()->heads(r))
      if ((r < half) != (to < half)) links.insert(std::minmax(r, to));
  for (std::uint32_t r = 0; hub && r < half; ++r) links.insert({r, half});
  return links.size();
}

/// Returns the number of links between the lower half of the nodes and the rest: the half consists of whole
/// copies of the highest level and, if a middle copy must be split, of copies of the next lower level within
/// it, and so on. `between` = links between adjacent cliques.
double cut_by_copies(topology::Clex const& clex) {
  auto const m = std::uint64_t{clex.m()}, between = clex.single() ? 1 : 2 * m - 1;
  auto const levels = clex.levels();
  auto const cliques = power(m, levels - 1);
  Sides const sides(levels - std::size_t{1}, static_cast<std::int64_t>(m));
  if (m % 2 == 0) return static_cast<double>(between * hamming_cut(sides, cliques / 2));
  // The middle clique, with all digits equal to c, is split as well: c of its nodes are in the lower half.
  // Single links connect it to adjacent cliques of the correct side; of the full links to each adjacent
  // clique, the links of the node that leads back are cut.
  auto const c = (m - 1) / 2, above = levels - std::uint64_t{1};
  auto const pure = between * (hamming_cut(sides, cliques / 2) - above * c);
  auto const clique = split_links(clex, static_cast<std::uint32_t>(c), !clex.single() && levels > 1);
  return static_cast<double>(pure + clique + (between == 1 ? 0 : above * c * m));
}

/// Returns an upper bound on the pairs per arc if all pairs are routed from the highest digit down. With
/// landing = low only differing digits are corrected: an arc of level 1 carries at most (n - 1) / (m - 1)
/// pairs, and no other arc carries more; single links carry n pairs on the higher levels and (levels n - (n -
/// 1) / (m - 1)) / (m - 1) on level 1. With landing = high and more than two levels, a hop corrects two
/// digits, and an arc contains at most one channel of each level; all channels of a level carry levels n / m
/// in total. The proofs are in docs/concepts/clex.md.
double clex_pair_load(topology::Clex const& clex) {
  auto const nodes = static_cast<double>(clex.num_routers());
  double const m = clex.m(), levels = clex.levels();
  auto const between = (nodes - 1) / (m - 1);
  if (clex.single()) return clex.levels() == 1 ? 1 : std::max(nodes, (levels * nodes - between) / (m - 1));
  if (clex.landing() == topology::Landing::high && clex.levels() > 2) return levels * nodes / m;
  return between;
}

/// Returns the size of the cut around half of the copies of the highest level (rounded up): half of their
/// channels of this level lead to the other copies.
double clex_out_cut(topology::Clex const& clex) {
  auto const half = (clex.m() + 1) / 2;
  return clex.single() && clex.levels() > 1 ? static_cast<double>(half) / clex.m() : half;
}

/// Returns bounds on the number of orbits of nodes. Every permutation of the values of all digits, and of the
/// levels above the first, is an automorphism. An orbit is thus determined by the number k of higher digits
/// that equal the lowest, and by the partition into at most m - 1 parts of the other higher digits by value.
/// Nodes with different k are in different orbits, because their degrees differ.
Bounds clex_orbits(std::uint64_t m, std::uint32_t levels) {
  // Number of partitions of 0, 1, .. levels - 1 into parts of 1, .. at most m - 1
  std::vector<double> partitions(levels, 0);
  partitions[0] = 1;
  for (std::size_t part = 1; part < m && part < levels; ++part)
    for (std::size_t number = part; number < levels; ++number)
      partitions[number] += partitions[number - part];
  return {static_cast<double>(levels), std::accumulate(partitions.begin(), partitions.end(), 0.0),
          "degrees; permutations of values and levels"};
}

/// Returns the bisection: lower bound by clex_pair_load, upper bound by cut_by_copies.
Bounds clex_bisection(topology::Clex const& clex) {
  auto const nodes = static_cast<double>(clex.num_routers());
  double const load = 2 * clex_pair_load(clex);
  double const half = std::floor(nodes / 2), pairs = 2 * half * (nodes - half);
  return {std::ceil(pairs / load * (1 - 1e-12)), cut_by_copies(clex),
          "load of all pairs, cut between copies"};
}

/// Returns the bisection with a local network. With full links between local networks, an edge of level 2
/// with any value assigns the lowest digit the target value of the highest level, and the edges from the
/// highest level down to level 2 set one digit each: no hop is on level 1, a channel of level 2 carries 2 n /
/// m pairs, and a channel of a higher level n / m. A link between nodes of one local network consists of at
/// most one edge of each level, a link between local networks of an edge in each direction.
Bounds local_bisection(topology::Clex const& clex) {
  auto const nodes = static_cast<double>(clex.num_routers());
  double const half = std::floor(nodes / 2), pairs = 2 * half * (nodes - half);
  double const load = std::max<double>(4, clex.levels()) * nodes / clex.m();
  return {clex.single() ? 0 : std::ceil(pairs / load * (1 - 1e-12)), cut_by_copies(clex),
          "load of all pairs, cut between copies"};
}

/// Returns bounds on the uniform load with a local network, under the routing of local_bisection.
Bounds local_load(topology::Clex const& clex) {
  double const pairs = static_cast<double>(clex.num_routers()) / clex.m();
  auto const classes = clex.classes();
  Bounds load{pairs / classes.back().bandwidth, 2 * pairs / classes[1].bandwidth, "a hop or two per level"};
  for (std::size_t i = 2; i < classes.size(); ++i)
    load.upper = std::max(load.upper, pairs / classes[i].bandwidth);
  return load;
}

/// Returns bounds on the uniform load with cliques. For each level from the highest down, a hop assigns the
/// lowest digit the target value of the level and another hop moves it up; with full links one hop does both,
/// except the first. All channels of a level then carry n / m pairs; with single links, level 1 carries n / m
/// for each level, and the other channels, with m times the bandwidth, carry n. A pair leaves its copy only
/// over the highest level, and with single links only level 1 brings new digits.
Bounds clex_load(topology::Clex const& clex) {
  auto const nodes = static_cast<double>(clex.num_routers());
  double const m = clex.m(), levels = clex.levels();
  auto const classes = clex.classes();
  auto const one = [&](std::size_t i) {  // bandwidth of one of the channels of level i + 1
    return classes[i].bandwidth / (clex.single() && i > 0 ? m : 1);
  };
  Bounds load{nodes / m / one(classes.size() - 1), 0, "a hop or two per level"};
  for (std::size_t i = 0; i < classes.size(); ++i) load.upper = std::max(load.upper, nodes / m / one(i));
  if (!clex.single()) return load;
  load.upper = std::max(load.upper, levels * nodes / m / one(0));
  // at_least[k]: probability that a digit occurs at least k times
  std::vector<double> at_least(classes.size() + 2, 0);
  double chance = std::pow((m - 1) / m, levels);
  for (std::size_t k = 0; k <= classes.size(); ++k) {
    at_least[k] = chance;
    chance *= (levels - static_cast<double>(k)) / static_cast<double>(k + 1) / (m - 1);
  }
  for (auto k = classes.size(); k-- > 0;) at_least[k] += at_least[k + 1];
  double shared = 0;  // mean number of digits of two nodes that occur in both
  for (std::size_t k = 1; k <= classes.size(); ++k) shared += m * at_least[k] * at_least[k];
  load.lower = std::max(load.lower, nodes * (levels - shared) / (m - 1) / one(0));
  return load;
}

/// Counts the channels of a clique or a local network between its first `half` routers and the others.
double split_channels(topology::Clex const& clex, std::uint32_t half) {
  auto const m = clex.m();
  if (!clex.local()) return 2 * static_cast<double>(std::uint64_t{half} * (m - half));
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < m; ++r)
    for (std::uint16_t p = 0; p < clex.local()->degree(r); ++p)
      channels += (r < half) != (clex.local()->neighbor(r, p).router.v < half);
  return static_cast<double>(channels);
}

/// Returns the total bandwidth in both directions of the channels that cut_by_copies counts as links,
/// including parallel channels.
double bandwidth_by_copies(topology::Clex const& clex) {
  auto const m = std::uint64_t{clex.m()}, above = clex.levels() - std::uint64_t{1};
  auto const cliques = power(m, clex.levels() - 1);
  auto const classes = clex.classes();
  double max = 0;
  for (std::size_t i = m % 2 == 0 ? above : 1; i < classes.size(); ++i)
    max = std::max(max, classes[i].bandwidth * (clex.single() ? 1 : static_cast<double>(m)));
  auto pairs = hamming_cut(Sides(above, static_cast<std::int64_t>(m)), cliques / 2);
  if (m % 2 == 0) return 2 * max * static_cast<double>(pairs);
  // The middle clique, see cut_by_copies; its self loops are the channels of node c that leave the higher
  // half.
  auto const c = (m - 1) / 2;
  pairs -= above * c;
  auto const own = classes[0].bandwidth * split_channels(clex, static_cast<std::uint32_t>(c));
  auto const middle =
      clex.single() ? 0 : max * static_cast<double>(above * (c * m + c)) / static_cast<double>(m);
  return 2 * max * static_cast<double>(pairs) + own + middle;
}

}  // namespace

/// Returns the port counts. A node with all digits equal has the maximum number of self loops: one on each
/// level that can have one.
PortCounts topology::Clex::port_counts() const {
  PortCounts counts{.injection_bandwidth = INFINITY};
  auto const classes = this->classes();
  for (std::uint32_t level = 1; level <= levels(); ++level) counts.channels += num_channels_of(level);
  for (std::uint32_t lowest = 0; lowest < (local_ ? m_ : 1); ++lowest) {
    RouterId r{0};
    for (std::uint32_t level = 0; level < levels(); ++level) r = shape_.move(r, level, lowest);
    double bandwidth = 0;
    for (std::uint16_t p = 0; p < degree(r); ++p)
      if (neighbor(r, {p}).router != r) bandwidth += classes[class_of(r, {p}).v].bandwidth;
    counts.injection_bandwidth = std::min(counts.injection_bandwidth, bandwidth);
    counts.radix = std::max(counts.radix, degree(r) + 1u);
  }
  return counts;
}

/// Returns the metrics with a local network; empty unless the distances have a closed form or the links are
/// single. A node with a digit above the lowest that equals the lowest is linked to its entire local network.
KnownMetrics topology::Clex::known_with_local() const {
  KnownMetrics known;
  if (m_ < 2 || levels() < 2) return known;
  if (!single() && !has_distance()) return known;
  LocalArcs const local(*local_);
  std::uint64_t const nodes = num_routers(), above = levels() - std::uint64_t{1};
  auto const channels = num_channels_of(1) + nodes * upper_ports_;
  known.loops = num_copies(1) * local_->num_loops() + above * (nodes / m_);
  if (single()) {
    known.links = num_copies(1) * local.arcs + above * (nodes - nodes / m_);
    known.degree_min = static_cast<std::uint32_t>(local.min_degree);
    known.degree_max = static_cast<std::uint32_t>(local.max_degree + above);
  } else {
    known.diameter = diameter();
    known.pairs_at_distance = full_distances(m_, levels(), local);
    known.links = known.pairs_at_distance[0];
    known.degree_min = m_ - 1;
    known.degree_max = static_cast<std::uint32_t>(local.max_degree + m_ * above);
    if (m_ > 2) known.girth = 3;
    known.uniform_load = local_load(*this);
    known.pair_load = std::max(2.0, static_cast<double>(levels())) * static_cast<double>(nodes) / m_;
  }
  known.parallel = channels - *known.loops - *known.links;
  known.bisection = local_bisection(*this);
  known.terminal_bisection = Bounds{0, bandwidth_by_copies(*this), "cut between copies"};
  return known;
}

/// Returns the closed forms; for landing = high only if landing = low produces the same graph.
KnownMetrics topology::Clex::known() const {
  if (local_) return known_with_local();
  KnownMetrics known;
  known.diameter = diameter();
  if (m_ < 2) return known;
  known.pair_load = clex_pair_load(*this);
  known.out_expansion = Bounds{0, clex_out_cut(*this), "half of the copies"};
  if (!has_distance()) return known;
  known.orbits = clex_orbits(m_, levels());
  std::uint64_t const nodes = num_routers(), m = m_, above = levels() - std::uint64_t{1};
  auto const clique_links = nodes * (m - 1);
  // Each digit above the lowest that equals the lowest produces a self loop or channels into the node's own
  // clique.
  known.degree_min = m_ - 1;
  known.edge_connectivity = single() ? m_ - 1 : (m_ - 1) * levels();
  if (single()) {
    known.links = clique_links + above * (nodes - nodes / m);
    known.loops = above * (nodes / m);
    known.parallel = 0;
    known.degree_max = m_ - 1 + levels() - 1;
    if (levels() <= max_counted_levels) known.pairs_at_distance = PatternCount(*this).counts();
  } else {
    known.links = clique_links * levels();
    known.loops = nodes + above * (nodes / m);
    known.parallel = above * (nodes - nodes / m);
    known.degree_max = m_ - 1 + m_ * (levels() - 1);
    known.pairs_at_distance = full_distances(m, levels());
  }
  if (m_ > 2) known.girth = 3;
  if (!single() && m_ == 2 && levels() > 1) known.edge_connectivity.reset();
  known.bisection = clex_bisection(*this);
  known.uniform_load = clex_load(*this);
  if (levels() > 1) known.terminal_bisection = Bounds{0, bandwidth_by_copies(*this), "cut between copies"};
  if (levels() == 1) {
    known.algebraic_connectivity = static_cast<double>(m);
    known.bisection = exactly(static_cast<double>(m / 2 * (m - m / 2)), "complete graph");
    if (m_ == 2) known.girth = 0;
  }
  return known;
}

}  // namespace weft
