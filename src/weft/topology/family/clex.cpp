#include "weft/topology/family/clex.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace weft::topology {

void Clex::check(Params const& params) {
  auto const given = "m = " + std::to_string(params.m) + ", levels = " + std::to_string(params.levels);
  double nodes = 1;
  for (std::int64_t level = 0; level < params.levels; ++level) nodes *= static_cast<double>(params.m);
  if (nodes > 0x1p32) throw InputError{given + " give more than 2^32 nodes", "node ids have 32 bits"};
  if (params.links == Links::full && params.m * params.levels > 65535)
    throw InputError{given + " give more than 65535 ports per node", "port ids have 16 bits"};
  if (params.links == Links::single && params.landing != Landing::low)
    throw InputError{"links = single with landing = high",
                     "a single link swaps two digits, which is landing = low"};
  if (params.bandwidth.empty() || params.bandwidth.size() > static_cast<std::size_t>(params.levels))
    throw InputError{"bandwidth has " + std::to_string(params.bandwidth.size()) + " entries",
                     "must have 1 to levels = " + std::to_string(params.levels)};
}

std::vector<Clex::Params> Clex::samples() {
  return {{3, 2},
          {5, 1},
          {1, 3},
          {2, 4},
          {3, 4, Landing::low, Links::full, {1, 1, 2}},
          {2, 3, Landing::high},
          {3, 4, Landing::high},
          {4, 2, Landing::low, Links::single},
          {3, 4, Landing::low, Links::single},
          {2, 5, Landing::low, Links::single, {3, 5}},
          {1, 2, Landing::low, Links::single},
          {6, 3, Landing::low, Links::single}};
}

std::vector<ChannelClass> Clex::classes() const {
  std::vector<ChannelClass> classes;
  auto const& bandwidth = params_.bandwidth;
  for (std::uint32_t level = 1; level <= levels(); ++level) {
    double const one = level <= bandwidth.size() ? bandwidth[level - 1] : bandwidth.back();
    classes.push_back({"level" + std::to_string(level), single() && level > 1 ? one * m_ : one});
  }
  return classes;
}

std::uint32_t Clex::distance(RouterId a, RouterId b) const {
  WEFT_EXPECT(knows_distance());
  std::uint32_t differ = 0;
  bool wanted = false;
  auto const lowest = digit(a, 1);
  for (std::uint32_t level = 2; level <= levels(); ++level) {
    auto const goal = digit(b, level);
    if (digit(a, level) == goal) continue;
    ++differ;
    wanted |= goal == lowest;
  }
  if (single()) return differ + jumps(a, b);
  return differ + (differ > 0 ? !wanted : lowest != digit(b, 1));
}

namespace {

struct SwapEdge {
  std::uint32_t wanted, replaced, part;
  bool touches(SwapEdge const& other) const {
    return wanted == other.wanted || wanted == other.replaced || replaced == other.wanted ||
           replaced == other.replaced;
  }
};

/// Gives connected edges the same part, the smallest of theirs.
void join_parts(std::span<SwapEdge> edges) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& x : edges)
      for (auto const& y : edges)
        if (x.part > y.part && x.touches(y)) {
          x.part = y.part;
          changed = true;
        }
  }
}

/// The surplus of edges that leave the value wanted by `edge` over those that lead to it.
std::int64_t surplus(std::span<SwapEdge const> edges, SwapEdge const& edge) {
  std::int64_t sum = 0;
  for (auto const& other : edges) sum += (other.wanted == edge.wanted) - (other.replaced == edge.wanted);
  return sum;
}

}  // namespace

/// The cost of the path from a to b over single links beyond one hop for each digit that differs. Take an
/// edge from the value wanted to the value replaced for each of these digits, and one for the lowest, which
/// is the path's end and start. Hops follow the edges; one closed trail over all of them would cost nothing
/// more. Each surplus edge out of a value costs a hop of level 1. A balanced connected part of the edges is
/// joined to another by one hop more: replacing a digit twice, to put the lowest aside and to fetch it again.
std::uint32_t Clex::jumps(RouterId a, RouterId b) const {
  std::array<SwapEdge, 32> storage{};
  std::size_t size = 0;
  for (std::uint32_t level = 1; level <= levels(); ++level)
    if (level == 1 || digit(a, level) != digit(b, level))
      storage[size++] = {digit(b, level), digit(a, level), level};
  std::span const edges{storage.data(), size};
  join_parts(edges);

  std::int64_t unmatched = 0;
  std::uint64_t parts = 0, unbalanced = 0;
  for (std::size_t i = 0; i < size; ++i) {
    parts |= std::uint64_t{1} << edges[i].part;
    bool counted = false;
    for (std::size_t j = 0; j < i; ++j) counted |= edges[j].wanted == edges[i].wanted;
    if (auto const more = surplus(edges, edges[i]); more > 0) {
      unbalanced |= std::uint64_t{1} << edges[i].part;
      if (!counted) unmatched += more;
    }
  }
  return static_cast<std::uint32_t>(unmatched + std::popcount(parts & ~unbalanced) - (unbalanced == 0));
}

std::vector<DigitCourse> Clex::digit_courses() const {
  std::vector<DigitCourse> courses;
  for (std::uint32_t level = 1; level <= levels(); ++level) {
    auto const top = level - 1;
    auto& course = courses.emplace_back();
    course.channels = num_routers() * ports_of(level);
    course.loops = num_routers() / m_;  // where the lowest digit is that of the level
    course.swap = single() && level > 1;
    if (level == 1) {
      course.loops = single() ? 0 : num_routers();
      course.moves = {{{}, 0}, {0, {}}};
    } else if (single()) {
      course.moves = {{0, top}, {top, 0}};
    } else if (landing() == Landing::low) {
      course.moves = {{{}, top}, {top, 0}, {0, {}}};
    } else {
      course.loops = num_copies(level) * m_;
      course.moves = {{{}, top}, {top, 0}, {top - 1, {}}};
      for (std::uint32_t k = 1; k < top; ++k) course.moves.push_back({k - 1, k});
    }
    auto const moved =
        std::ranges::count_if(course.moves, [](auto const& move) { return move.from.has_value(); });
    course.repetitions = num_copies(static_cast<std::uint32_t>(moved));
  }
  return courses;
}

std::string Clex::place(RouterId r) const {
  std::string text;
  for (auto level = levels(); level >= 1; --level)
    text += std::to_string(digit(r, level)) + (level > 1 ? "." : "");
  return text;
}

}  // namespace weft::topology
