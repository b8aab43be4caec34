#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// The passage of a packet through a dimension without a hop in it, between two dimensions with hops.
enum class ZeroHops : std::uint8_t {
  skip,       ///< routers shift by 2 or more (general crossing)
  full_turn,  ///< n hops in that dimension, which lead back to their start: routers shift only by 0 or 1
};

/// The path patterns of the sparse torus ST(d, n), in groups. A pattern D_0 .. D_(d-1) with 0 <= D_i < n and
/// a sum divisible by n leads from a processor to another by D_j hops along its j-th dimension. A group holds
/// the distinct rotations of a pattern: they use different dimensions at any time, so all of them can leave
/// at once. The order of the hops comes from the rotation that begins with a hop and has the fewest zeros
/// between two hops (then the smallest shift, then the largest digits first). Groups are in the order of the
/// general schedule: longest paths first, then the largest minimal rotation; the group of the processor
/// itself, without hops, is last. Source: Honkanen, Leppanen & Penttonen, Address-free all-to-all routing in
/// sparse torus, PaCT 2007.
class PathGroups {
 public:
  struct Group {
    std::uint64_t length = 0;         ///< hops of each path, full turns included: a multiple of n
    std::uint32_t rotations = 0;      ///< distinct ones, e: packets that a processor sends at once
    std::uint32_t launched = 0;       ///< the number of the digit with which the launch of the pattern begins
    std::uint32_t zeros_between = 0;  ///< zeros between two hops in the order of launching
    std::uint32_t largest_shift = 0;  ///< the maximum number of dimensions by which a path turns at once
  };

  /// Throws InputError if the patterns need more memory than there is.
  PathGroups(std::uint32_t dimensions, std::uint32_t side, ZeroHops zeros);

  std::uint32_t dims() const { return dims_; }
  std::uint32_t side() const { return side_; }
  /// The number of groups, including that of the processor itself.
  std::size_t size() const { return groups_.size(); }
  Group const& group(std::size_t g) const { return groups_[g]; }
  /// The minimal rotation of the pattern.
  std::span<std::uint32_t const> pattern(std::size_t g) const { return {&digits_[g * dims_], dims_}; }
  /// The hops of packet 0 of the group along dimensions 0, 1, ..: packet k makes the same along k, k + 1, ..
  /// (mod d).
  void hops(std::size_t g, std::vector<std::uint32_t>& out) const;
  /// The sum of length / n over all groups: W, the slots that a relation takes in the steady state.
  std::uint64_t turns() const;

 private:
  void choose_launch(std::span<std::uint32_t const> pattern, Group& group) const;

  std::uint32_t dims_, side_;
  ZeroHops zeros_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> digits_;
};

}  // namespace weft
