// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// Traversal of a dimension in which a path has no hop, between two dimensions in which it has hops.
enum class ZeroHops : std::uint8_t {
  skip,       ///< routers shift by 2 or more (general crossing)
  full_turn,  ///< n hops in the dimension, back to their start: routers shift by 0 or 1 only
};

/// The path patterns of the sparse torus ST(d, n), in groups. A pattern D_0 .. D_(d-1) with 0 <= D_i < n and
/// a sum divisible by n leads from a processor to another by D_j hops along the j-th dimension of the path. A
/// group contains the distinct rotations of a pattern: at any time they use different dimensions, so all of
/// them can leave simultaneously. The order of hops is the rotation that begins with a hop and has the
/// minimum number of zeros between two hops (ties: the minimum shift, then the largest digits first). Groups
/// are in the order of the general schedule: longest paths first, then the largest minimal rotation; the
/// group of paths without hops, from a processor to itself, is last. Source: Honkanen, Leppanen & Penttonen,
/// Address-free all-to-all routing in sparse torus, PaCT 2007.
class PathGroups {
 public:
  struct Group {
    std::uint64_t length = 0;     ///< hops of each path, including full turns; a multiple of n
    std::uint32_t rotations = 0;  ///< distinct rotations, e: packets that a processor sends simultaneously
    std::uint32_t launched = 0;   ///< index of the digit of the pattern with which launches begin
    std::uint32_t zeros_between = 0;  ///< zeros between two hops in the launch order
    std::uint32_t largest_shift = 0;  ///< maximum number of dimensions by which a turn of a path shifts
  };

  /// Throws InputError if the patterns do not fit in memory.
  PathGroups(std::uint32_t dimensions, std::uint32_t side, ZeroHops zeros);

  std::uint32_t dims() const { return dims_; }
  std::uint32_t side() const { return side_; }
  /// Returns the number of groups, including the group of paths without hops.
  std::size_t size() const { return groups_.size(); }
  Group const& group(std::size_t g) const { return groups_[g]; }
  /// Returns the minimal rotation of the pattern of group g.
  std::span<std::uint32_t const> pattern(std::size_t g) const { return {&digits_[g * dims_], dims_}; }
  /// Writes the hops of packet 0 of group g along dimensions 0, 1, .. to `out`: packet k makes the same hops
  /// along dimensions k, k + 1, .. (mod d).
  void hops(std::size_t g, std::vector<std::uint32_t>& out) const;
  /// Returns W, the slots per relation in the steady state: the sum of length / n over all groups.
  std::uint64_t turns() const;

 private:
  void choose_launch(std::span<std::uint32_t const> pattern, Group& group) const;

  std::uint32_t dims_, side_;
  ZeroHops zeros_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> digits_;
};

/// Departure of a group of paths, or of one leg of n hops of its paths, from all processors in a slot.
struct GroupLaunch {
  std::uint64_t slot = 0;
  std::uint32_t group = 0;     ///< index into PathGroups
  std::uint32_t relation = 0;  ///< index of the all-to-all, if there are several
  std::uint32_t leg =
      /// The first hop is hop number leg * n of the path; the leg starts when the previous one has arrived.
      0;
  std::uint64_t length = 0;  ///< hops: time for which it uses its slice (slot mod n) exclusively

  friend bool operator==(GroupLaunch const&, GroupLaunch const&) = default;
};

/// Returns the general schedule of `relations` all-to-alls: packets that leave in slots of different slices
/// (slot mod n) are never on the same level, so every slice is an independent machine. The next group starts
/// in every slot in which the slice is free. The group of paths without hops is omitted. (Honkanen, Leppanen
/// & Penttonen 2007)
std::vector<GroupLaunch> general_launches(PathGroups const& groups, std::uint64_t relations);

/// Returns the schedule with paths divided into legs of n hops: processors always remove all messages and, in
/// the same slot, forward messages that have not reached their destination; all other slots start the next
/// group. The schedule takes no more slots than the general schedule, and no message is stored.
std::vector<GroupLaunch> split_launches(PathGroups const& groups, std::uint64_t relations);

/// Returns the router states and injections that execute `launches`, which must be ordered by slot.
RouterProgram program_of(PathGroups const& groups, std::vector<GroupLaunch> const& launches,
                         std::uint64_t relations);

/// Returns the schedule for d = 2: all routers cross at slots 0, n, 2 n, ..; a message that leaves along x at
/// slot n - D, or along y at slot D (mod n), makes D hops in x and n - D in y. A relation along x only uses
/// slots 1 .. n - 1; along both axes, two relations share these slots, the first one up to slot n / 2.
RouterProgram crossing_program(std::uint32_t side, bool both_axes, std::uint64_t relations);

/// Closed forms for ST(d, n), with p = n^(d-1). All are exact for n^d <= 2^32. Source: Leppanen & Penttonen,
/// Sparse networks (slides, 2007).
namespace sparse_torus_forms {

/// Returns the number of nodes at distance k = 0 .. d (n - 1) from the origin (Lemma 2): the sum over j of
/// (-1)^j C(d, j) C(k - j n + d - 1, d - 1).
std::vector<std::uint64_t> level_sizes(std::uint32_t dimensions, std::uint32_t side);

/// Returns W, the sum of length / n over all groups of path patterns, by counting necklaces (Burnside): the
/// number of groups of length k n is (1/d) times the sum over g | d of phi(g) times the number of
/// (d/g)-tuples of digits below n with sum k n / g.
std::uint64_t steady_period(std::uint32_t dimensions, std::uint32_t side);

/// Returns the makespan of the general schedule, W + n - 1; 0 for a single processor.
std::uint64_t makespan(std::uint32_t dimensions, std::uint32_t side);

/// Returns a lower bound on the makespan in slots: an all-to-all, p^2 messages of d (n - 1) / 2 hops on
/// average, keeps every channel busy for p (n - 1) / (2 n) slots. 0 for a single processor.
double link_bound(std::uint32_t dimensions, std::uint32_t side);

/// Returns the makespan of crossing_program() for one relation: 2 n - 2 along x only, n + floor(n / 2) - 1
/// along both axes.
std::uint64_t crossing_makespan(std::uint32_t side, bool both_axes);

}  // namespace sparse_torus_forms
}  // namespace weft
