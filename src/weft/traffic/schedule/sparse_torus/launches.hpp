#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/schedule/sparse_torus/path_groups.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// A group of paths, or one leg of n hops of it, leaves all processors at a slot.
struct GroupLaunch {
  std::uint64_t slot = 0;
  std::uint32_t group = 0;     ///< of PathGroups
  std::uint32_t relation = 0;  ///< of several all-to-alls one after the other
  std::uint32_t leg =
      0;  ///< the first hop is number leg n of the path; it leaves when the previous leg has arrived
  std::uint64_t length = 0;  ///< hops: it has the slice (slot mod n) to itself for that long

  friend bool operator==(GroupLaunch const&, GroupLaunch const&) = default;
};

/// The general schedule of `relations` all-to-alls: packets that leave in slots of different slices (slot mod
/// n) never share a level, so every slice is a machine of its own. At every slot whose slice is free the next
/// group starts. The group of the processor itself, which uses no channel, is omitted. (Honkanen, Leppanen &
/// Penttonen 2007)
std::vector<GroupLaunch> general_launches(PathGroups const& groups, std::uint64_t relations);

/// Paths are cut into legs of n hops: processors always take out all messages, and in the same slot forward
/// those that have not arrived; other slots start the next group. No slot is lost against the general
/// schedule, and no message is kept longer.
std::vector<GroupLaunch> split_launches(PathGroups const& groups, std::uint64_t relations);

/// The states and injections for launches, which must be in the order of their slots.
RouterProgram program_of(PathGroups const& groups, std::vector<GroupLaunch> const& launches,
                         std::uint64_t relations);

/// The rule for d = 2: all routers cross at slots 0, n, 2 n, ..; a message that leaves along x at slot n - D,
/// or along y at slot D (mod n), goes D routers in x and n - D in y. A relation takes the slots 1 .. n - 1
/// along x only; along both axes two of them share these slots, the first one up to n / 2.
RouterProgram crossing_program(std::uint32_t side, bool both_axes, std::uint64_t relations);

}  // namespace weft
