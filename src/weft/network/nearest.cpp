// SPDX-License-Identifier: Apache-2.0
#include "weft/network/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/network/named_sizes.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/machines.hpp"
#include "weft/topology/shape/near_sizes.hpp"

namespace weft {
namespace {

/// A function that returns the arguments of the i-th member, i = 1, 2, .., in ascending size; some members
/// may not exist.
using Series = std::function<std::string(std::uint64_t i)>;

/// Returns the series along which a family grows: the first `maximum` series that it defines or, if it
/// defines none, one series per integer size parameter.
std::vector<Series> series_of(TopologyEntry const& family, std::size_t maximum) {
  std::vector<Series> series;
  if (family.members != nullptr) {
    for (std::size_t k = 0; k < std::min(family.members(1).size(), maximum); ++k)
      series.push_back([members = family.members, k](std::uint64_t i) { return members(i)[k]; });
    return series;
  }
  for (auto const& parameter : family.doc.params)
    if (parameter.type == "integer" && parameter.use.size)
      series.push_back([key = parameter.name](std::uint64_t i) { return fmt::format("{}={}", key, i); });
  return series;
}

struct Member {
  std::string spec;
  std::uint64_t terminals, routers;
  bool exceeds_radix = false;
};

std::uint64_t difference(Member const& member, std::uint64_t requested) {
  return member.terminals > requested ? member.terminals - requested : requested - member.terminals;
}

/// Returns whether a is closer to the wanted number than b, or equally close and smaller, or of equal size
/// with fewer routers.
bool nearer(Member const& a, Member const& b, std::uint64_t requested) {
  auto const rank = [&](Member const& it) {
    return std::tuple(difference(it, requested), it.terminals, it.routers);
  };
  return rank(a) < rank(b);
}

/// Returns whether the number of terminals of a member is within 5 % of the wanted number.
bool is_close(Member const& member, std::uint64_t requested) {
  return 20 * difference(member, requested) <= requested;
}

/// Returns whether a member of routers with a limited number of ports is better than another one: of the
/// members within 5 % of the wanted number of terminals, the one with the fewest routers in proportion to its
/// terminals, of which those above the wanted number do not count. If none is that close, the nearest one.
bool better(Member const& a, Member const& b, std::uint64_t requested) {
  if (is_close(a, requested) != is_close(b, requested)) return is_close(a, requested);
  auto const routers = [&](Member const& it) {
    return static_cast<double>(it.routers) / static_cast<double>(std::min(it.terminals, requested));
  };
  if (is_close(a, requested) && routers(a) != routers(b)) return routers(a) < routers(b);
  return nearer(a, b, requested);
}

/// Returns the maximum number of ports of a router, including terminals.
std::uint64_t max_radix(AnyTopology const& topology) {
  std::uint64_t maximum = 0;
  InterruptCheck check;
  for (std::uint64_t r = 0; r < topology.num_routers(); ++r) {
    check();
    RouterId const router{static_cast<std::uint32_t>(r)};
    if (topology.is_node(router)) continue;
    maximum = std::max<std::uint64_t>(maximum, topology.degree(router) + topology.terminals_at(router).count);
  }
  return maximum;
}

Member member_of(std::string const& spec) {
  auto const made = make_topology(spec);
  auto const vertices = made->num_routers(), terminals = made->num_terminals();
  bool const on_nodes = terminals > 0 && made->is_node(made->injection_router({0}));
  return {spec, terminals, on_nodes ? vertices - terminals : vertices};
}

/// Returns a member, compared with the maximum radix. A member that is far too large counts as exceeding the
/// radix, so that its routers need not be counted.
Member member_within(std::string const& spec, std::uint64_t requested, std::uint64_t radix) {
  constexpr std::uint64_t far_too_large = 8, few = 64;
  auto member = member_of(spec);
  if (radix > 0)
    member.exceeds_radix =
        member.terminals > far_too_large * requested + few || max_radix(*make_topology(spec)) > radix;
  return member;
}

/// Returns whether a member is within the limits.
bool is_within(Member const& member, std::uint64_t requested, MemberLimits const& limits) {
  return !member.exceeds_radix && (!limits.at_least || member.terminals >= requested);
}

std::string format_xgft(Sides const& children, Sides const& parents, std::int64_t concentration) {
  return fmt::format("xgft:children={},parents={},concentration={}", format_sides(children),
                     format_sides(parents), concentration);
}

/// Returns the best fat tree of two or three levels with switches of at most `radix` ports: `taper` links
/// down for each link up at the edge, and the same number of links up and down above it. All ports of the top
/// switches lead down.
std::optional<Member> fat_tree_within(std::uint64_t terminals, MemberLimits const& limits) {
  constexpr std::uint64_t usual_radix = 128;
  auto const radix = limits.radix == 0 ? usual_radix : limits.radix;
  auto const up = [&](std::uint64_t down) {
    return static_cast<std::uint64_t>(std::ceil(static_cast<double>(down) / limits.taper));
  };
  std::optional<Member> best;
  auto const offer = [&](Sides const& children, Sides const& parents, std::uint64_t edge,
                         std::uint64_t routers) {
    std::uint64_t const size = edge * size_of(children);
    if (limits.at_least && size < terminals) return;
    Member const member{format_xgft(children, parents, static_cast<std::int64_t>(edge)), size, routers};
    if (!best || better(member, *best, terminals)) best = member;
  };
  auto const side = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  for (std::uint64_t edge = 1; edge <= terminals && edge + up(edge) <= radix; ++edge) {
    for (auto const leaves : next_to(terminals, edge, 1, radix))
      offer({side(leaves)}, {side(up(edge))}, edge, leaves + up(edge));
    for (std::uint64_t middle = 2; 2 * middle <= radix && edge * middle <= terminals; ++middle)
      for (auto const pods : next_to(terminals, edge * middle, 1, radix))
        offer({side(middle), side(pods)}, {side(up(edge)), side(middle)}, edge,
              pods * (middle + up(edge)) + up(edge) * middle);
  }
  return best;
}

/// Returns a fat tree like the ones of real machines: all ports of the top switches lead down, and the number
/// of levels is the minimum for switches of at most 128 ports.
Member built_fat_tree(std::uint64_t terminals) {
  constexpr std::uint64_t two_levels = 64 * 128, three_levels = 64 * two_levels;
  auto children = closest_sides(terminals <= two_levels ? 2 : terminals <= three_levels ? 3 : 4, terminals);
  std::ranges::reverse(children);
  Sides const parents(children.begin(), children.end() - 1);
  return member_of(format_xgft({children.begin() + 1, children.end()}, parents, children.front()));
}

InputError none_within(std::string const& family, std::uint64_t terminals, MemberLimits const& limits) {
  auto const requested = limits.at_least ? fmt::format(" with at least {} terminals", terminals) : "";
  return InputError(
      fmt::format("{} has no member{}{}", family, requested,
                  limits.radix > 0 ? fmt::format(" with routers of at most {} ports", limits.radix) : ""),
      "", limits.radix > 0 ? "raise --radix, or omit the family" : "omit the family");
}

/// The search for the closest member of one series.
class Nearest {
 public:
  Nearest(Spec family, Series series, std::uint64_t terminals, MemberLimits const& limits)
      : family_(std::move(family)), series_(std::move(series)), requested_(terminals), limits_(limits) {}

  std::optional<Member> find() {
    constexpr std::uint64_t much_larger = 1 << 20;
    if (text_of(1) == text_of(much_larger)) {  // the arguments fix all sizes
      at(1);
      return best_;
    }
    std::uint64_t low = 1, high = 1;
    while (auto const member = first_from(high)) {
      if (is_enough(*member) || high > (std::uint64_t{1} << 33)) break;
      low = high;
      high *= 2;
    }
    while (low + 1 < high) {
      auto const middle = low + (high - low) / 2;
      auto const member = first_from(middle);
      (member && !is_enough(*member) ? low : high) = middle;
    }
    return best_;
  }

 private:
  static constexpr std::uint64_t longest_gap = 64;  // between members that exist, as between prime powers

  /// Returns whether no larger member can be closer. The radix also grows along a series.
  bool is_enough(Member const& member) const {
    return member.terminals >= requested_ || member.exceeds_radix;
  }

  std::optional<Member> first_from(std::uint64_t i) {
    for (std::uint64_t k = i; k < i + longest_gap; ++k)
      if (auto const member = at(k)) return member;
    return {};
  }

  /// Returns the i-th member, with the given arguments overriding the arguments of the series.
  std::string text_of(std::uint64_t i) const {
    auto spec = family_;
    for (auto const& argument : Spec::parse(family_.name + ":" + series_(i)).arguments)
      if (std::ranges::find(family_.arguments, argument.key, &Spec::Argument::key) == family_.arguments.end())
        spec.arguments.push_back(argument);
    return spec.to_string();
  }

  std::optional<Member> at(std::uint64_t i) {
    try {
      auto const member = member_within(text_of(i), requested_, limits_.radix);
      bool const is_better = !best_ || nearer(member, *best_, requested_);
      if (is_better && is_within(member, requested_, limits_)) best_ = member;
      return member;
    } catch (InputError const&) { return {}; }
  }

  Spec family_;
  Series series_;
  std::uint64_t requested_;
  MemberLimits limits_;
  std::optional<Member> best_;
};

}  // namespace

std::string nearest_member(std::string const& family, std::uint64_t terminals, MemberLimits const& limits) {
  make_topology(family);  // throws for an unknown name or invalid parameters
  auto given = parse_topology(family);
  auto const* const entry = find_topology(given.name);
  if (entry == nullptr) return family;  // a topology registered by the program
  given = with_named_sizes(given, entry->doc);
  bool const any_fat_tree = given.name == "fat_tree" && given.arguments.empty();
  given.name = entry->doc.name;
  std::optional<Member> best;
  auto const offer = [&](Member const& member) {
    bool const is_best =
        !best || (limits.radix > 0 ? better(member, *best, terminals) : nearer(member, *best, terminals));
    if (is_best) best = member;
  };
  bool const is_limited = limits.radix > 0 || limits.taper > 1;
  if (any_fat_tree && is_limited) {
    best = fat_tree_within(terminals, limits);
    if (!best) throw none_within(family, terminals, limits);
    return best->spec;
  }
  if (any_fat_tree) best = built_fat_tree(terminals);
  if (best && !is_within(*best, terminals, limits)) best.reset();  // its radix is not limited
  if (limits.radix > 0 && given.arguments.empty() && entry->members_with_ports != nullptr) {
    for (auto const& arguments : entry->members_with_ports(limits.radix, terminals))
      if (auto const member = member_within(given.name + ":" + arguments, terminals, limits.radix);
          is_within(member, terminals, limits))
        offer(member);
    if (best && is_close(*best, terminals)) return best->spec;
  }
  constexpr std::size_t few_levels = 3, all = ~std::size_t{0};  // 2, 3 and 4 levels
  for (auto const& each : series_of(*entry, any_fat_tree ? few_levels : all))
    if (auto const member = Nearest(given, each, terminals, limits).find()) offer(*member);
  if (best) return best->spec;
  if (is_within(member_within(family, terminals, limits.radix), terminals, limits)) return family;
  throw none_within(family, terminals, limits);
}

}  // namespace weft
