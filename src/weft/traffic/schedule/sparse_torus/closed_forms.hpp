#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// Closed forms for ST(d, n); p = n^(d-1). All are exact as long as n^d <= 2^32. Source: Leppanen &
/// Penttonen, Sparse networks (slides, 2007).
namespace sparse_torus_forms {

/// Lemma 2: the nodes at distance k = 0 .. d (n - 1) from the origin, sum over j of (-1)^j C(d, j) C(k - j n
/// + d - 1, d - 1).
std::vector<std::uint64_t> level_sizes(std::uint32_t dimensions, std::uint32_t side);

/// W: the sum over all groups of path patterns of length / n, by counting necklaces (Burnside): groups of
/// length k n number (1/d) times the sum over g | d of phi(g) times the (d/g)-tuples of digits below n that
/// add up to k n / g.
std::uint64_t steady_period(std::uint32_t dimensions, std::uint32_t side);

/// The makespan of the general schedule, W + n - 1; 0 for a single processor.
std::uint64_t makespan(std::uint32_t dimensions, std::uint32_t side);

/// The slots for which the hops of an all-to-all, p^2 messages of d (n - 1) / 2 hops on average, keep every
/// channel busy: p (n - 1) / (2 n). 0 for a single processor.
double link_bound(std::uint32_t dimensions, std::uint32_t side);

/// The makespan of the rule for two dimensions: 2 n - 2 along x only, n + floor(n / 2) - 1 along both axes.
std::uint64_t crossing_makespan(std::uint32_t side, bool both_axes);

}  // namespace sparse_torus_forms
}  // namespace weft
