// What is known of CLEX. A clique is named by its digits above the lowest; cliques that differ in one digit are called
// adjacent: a Hamming graph H(levels - 1, m).

#include <algorithm>
#include <cmath>

#include "weft/topology/family/clex.hpp"
#include "weft/topology/metric/bisection.hpp"

namespace weft {
namespace {

/// Walks of single links are counted pattern by pattern up to this many levels: the patterns of 2 levels digits, which of
/// them are equal, are the partitions of a set of that size.
constexpr std::uint32_t most_levels_counted = 5;

/// The powers of m.
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

/// Pairs of nodes by distance, all channels, landing low. Of the levels - 1 digits above the lowest, t differ; the path has t
/// hops if one of them is wanted to be what the lowest digit is, else t + 1. A digit differs in m (m - 1) ways of its two
/// values, and in (m - 1)^2 ways, given the lowest digit, that do not want it.
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

/// Pairs of nodes by distance for single links: one pair for each pattern of equal digits, times the ways to assign values.
class PatternCount {
 public:
  explicit PatternCount(topology::Clex const& clex)
      : clex_(clex), digits_(2 * clex.levels()), counts_(clex.diameter() + std::size_t{1}, 0) {
    assign(0, 0, 1);
    counts_.erase(counts_.begin());
  }
  std::vector<std::uint64_t> const& counts() const { return counts_; }

 private:
  void assign(std::size_t place, std::uint32_t used, std::uint64_t ways) {
    if (place == digits_.size()) {
      auto const half = std::span(digits_).first(clex_.levels()),
                 rest = std::span(digits_).last(clex_.levels());
      counts_[clex_.distance(clex_.digits().router(half), clex_.digits().router(rest))] += ways;
      return;
    }
    for (std::uint32_t value = 0; value <= used && value < clex_.m(); ++value) {
      digits_[place] = value;
      assign(place + 1, used + (value == used), value == used ? ways * (clex_.m() - used) : ways);
    }
  }
  topology::Clex const& clex_;
  std::vector<std::uint32_t> digits_;
  std::vector<std::uint64_t> counts_;
};

/// Links between the lower half of the nodes and the rest: whole copies of the highest level, and of a middle one that must
/// be split, copies of the next level, and so on. `between` = links between adjacent cliques.
double cut_by_copies(std::uint64_t m, std::uint32_t levels, std::uint64_t between) {
  auto const cliques = power(m, levels - 1);
  Sides const sides(levels - std::size_t{1}, static_cast<std::int64_t>(m));
  if (m % 2 == 0) return static_cast<double>(between * hamming_cut(sides, cliques / 2));
  // The middle clique, all of whose digits are c, is split as well: c of its nodes below. Single links join it to adjacent
  // cliques of either side rightly; of the full links to each, those of the node there that leads back are cut.
  auto const c = (m - 1) / 2, above = levels - std::uint64_t{1};
  auto const pure = between * (hamming_cut(sides, cliques / 2) - above * c);
  auto const clique = c * (c + 1);
  return static_cast<double>(pure + clique + (between == 1 ? 0 : above * c * m));
}

/// All pairs routed by correcting the digits from the highest down load a link of level 1 most, with 2 (n - 1) / (m - 1)
/// pairs (full), or one of a higher level, with 2 n (single), where m is large enough.
Bounds clex_bisection(topology::Clex const& clex) {
  auto const nodes = static_cast<double>(clex.num_routers());
  double const m = clex.m(), levels = clex.levels();
  double load = 2 * (nodes - 1) / (m - 1);
  if (clex.single()) load = std::max(2 * nodes, 2 * (levels * nodes - (nodes - 1) / (m - 1)) / (m - 1));
  double const half = std::floor(nodes / 2), pairs = 2 * half * (nodes - half);
  return {std::ceil(pairs / load * (1 - 1e-12)),
          cut_by_copies(clex.m(), clex.levels(), clex.single() ? 1 : 2 * clex.m() - 1),
          "load of all pairs, cut between copies"};
}

}  // namespace

/// Node 0, whose digits are all equal, has the most self loops: one on each level that can have one.
PortCounts topology::Clex::port_counts() const {
  double bandwidth = 0;
  auto const classes = this->classes();
  for (std::uint16_t p = 0; p < degree_; ++p)
    if (neighbor({0}, {p}).router.v != 0) bandwidth += classes[class_of({0}, {p}).v].bandwidth;
  return {num_routers() * degree_, degree_ + 1u, bandwidth};
}

/// For landing = high only where it is the same graph as landing = low.
KnownMetrics topology::Clex::known() const {
  KnownMetrics known;
  known.diameter = diameter();
  if (!knows_distance() || m_ < 2) return known;
  std::uint64_t const nodes = num_routers(), m = m_, above = levels() - std::uint64_t{1};
  auto const clique_links = nodes * (m - 1);
  known.degree_min = m_ - 1;  // digits above the lowest that equal it: channels to itself or into its clique
  known.edge_connectivity = single() ? m_ - 1 : (m_ - 1) * levels();
  if (single()) {
    known.links = clique_links + above * (nodes - nodes / m);
    known.loops = above * (nodes / m);
    known.parallel = 0;
    known.degree_max = m_ - 1 + levels() - 1;
    if (levels() <= most_levels_counted) known.pairs_at_distance = PatternCount(*this).counts();
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
  if (levels() == 1) {
    known.algebraic_connectivity = static_cast<double>(m);
    known.bisection = exactly(static_cast<double>(m / 2 * (m - m / 2)), "complete graph");
    if (m_ == 2) known.girth = 0;
  }
  return known;
}

}  // namespace weft
