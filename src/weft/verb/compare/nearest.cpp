#include "weft/verb/compare/nearest.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/topology/catalog.hpp"

namespace weft::verb {
namespace {

/// The arguments of the i-th member, i = 1, 2, .., ever larger; some may not exist.
using Series = std::function<std::string(std::uint64_t i)>;

/// One parameter that counts up.
Series counting(std::string const& key) {
  return [key](std::uint64_t i) { return fmt::format("{}={}", key, i); };
}

/// `text` with {0} replaced by i.
Series repeated(std::string const& text) {
  return [text](std::uint64_t i) { return fmt::format(fmt::runtime(text), i); };
}

/// Sides that differ by one at most.
Series near_cubic(std::string const& key, std::uint64_t dimensions) {
  return [key, dimensions](std::uint64_t i) {
    std::string sides;
    for (std::uint64_t dim = 0; dim < dimensions; ++dim)
      sides += fmt::format("{}{}", dim == 0 ? "" : "x", (i + dimensions - 1 - dim) / dimensions + 1);
    return key + "=" + sides;
  };
}

std::map<std::string, std::vector<Series>> const& series_by_family() {
  static std::map<std::string, std::vector<Series>> const all{
      {"torus", {near_cubic("sides", 3)}},
      {"mesh", {near_cubic("sides", 3)}},
      {"hyperx", {repeated("sides={0}x{0}x{0},terminals={0}"), repeated("sides={0}x{0},terminals={0}")}},
      {"flattened_butterfly", {repeated("arity={0},levels=3"), repeated("arity={0},levels=4")}},
      {"kary_nfly",
       {repeated("arity={0},stages=3"), repeated("arity={0},stages=2"), repeated("arity={0},stages=4")}},
      {"kary_ntree",
       {repeated("arity={0},levels=3"), repeated("arity={0},levels=2"), repeated("arity={0},levels=4")}},
      {"xgft", {repeated("children={0}x{0}x{0},parents=1x{0}x{0}")}},
      {"leiserson_fat_tree", {[](std::uint64_t i) {
         return fmt::format("leaves={}", std::uint64_t{1} << std::min<std::uint64_t>(i, 40));
       }}},
      {"dragonfly", {[](std::uint64_t i) {
         return fmt::format("p={0},a={1},h={0},groups={2}", i, 2 * i, 2 * i * i + 1);
       }}},
      {"kautz", {repeated("degree={0},length=3"), repeated("degree={0},length=4")}},
      {"de_bruijn", {repeated("degree={0},length=3"), repeated("degree={0},length=4")}},
      {"dcell", {repeated("servers={0},levels=1"), repeated("servers={0},levels=2")}},
      {"clex", {repeated("m={0},levels=3"), repeated("m={0},levels=4")}},
      {"sparse_torus", {repeated("dimensions=3,side={0}")}},
      {"slim_fly", {counting("q")}},
      {"polarfly", {counting("q")}},
      {"jellyfish", {counting("routers")}},
      {"xpander", {counting("lifts")}},
      {"percs", {repeated("supernodes={0},links=1")}},
  };
  return all;
}

/// Every whole-number parameter of the family alone.
std::vector<Series> any_series(std::string const& family) {
  std::vector<Series> series;
  for (auto const& doc : Topologies::docs())
    if (doc.name == family)
      for (auto const& parameter : doc.params)
        if (parameter.type == "integer" && parameter.name != "seed" && parameter.name != "concentration")
          series.push_back(counting(parameter.name));
  return series;
}

struct Member {
  std::string spec;
  std::uint64_t terminals;
};

/// Whether a is nearer to the wanted number, or smaller and as near.
bool nearer(Member const& a, Member const& b, std::uint64_t wanted) {
  auto const off = [&](Member const& it) {
    return it.terminals > wanted ? it.terminals - wanted : wanted - it.terminals;
  };
  return off(a) != off(b) ? off(a) < off(b) : a.terminals < b.terminals;
}

/// The search for the member of one series.
class Nearest {
 public:
  Nearest(std::string family, Series series, std::uint64_t terminals)
      : family_(std::move(family)), series_(std::move(series)), wanted_(terminals) {}

  std::optional<Member> find() {
    std::uint64_t low = 1, high = 1;
    while (auto const member = first_from(high)) {
      if (member->terminals >= wanted_ || high > (std::uint64_t{1} << 33)) break;
      low = high;
      high *= 2;
    }
    while (low + 1 < high) {
      auto const middle = low + (high - low) / 2;
      auto const member = first_from(middle);
      (member && member->terminals < wanted_ ? low : high) = middle;
    }
    return best_;
  }

 private:
  static constexpr std::uint64_t longest_gap = 64;  // between members that exist, as between prime powers

  std::optional<Member> first_from(std::uint64_t i) {
    for (std::uint64_t k = i; k < i + longest_gap; ++k)
      if (auto const member = at(k)) return member;
    return {};
  }

  std::optional<Member> at(std::uint64_t i) {
    auto const arguments = series_(i);
    try {
      Member const member{family_ + arguments, make_topology(family_ + arguments)->num_terminals()};
      if (!best_ || nearer(member, *best_, wanted_)) best_ = member;
      return member;
    } catch (InputError const&) { return {}; }
  }

  std::string family_;
  Series series_;
  std::uint64_t wanted_;
  std::optional<Member> best_;
};

}  // namespace

std::string nearest_member(std::string const& family, std::uint64_t terminals) {
  make_topology(family);  // an unknown name or a wrong parameter is refused here
  auto const name = family.substr(0, family.find(':'));
  auto const prefix = family + (name == family ? ":" : ",");
  auto const known = series_by_family().find(name);
  auto const series = known == series_by_family().end() ? any_series(name) : known->second;
  std::optional<Member> best;
  for (auto const& each : series)
    if (auto const member = Nearest(prefix, each, terminals).find())
      if (!best || nearer(*member, *best, terminals)) best = member;
  return best ? best->spec : family;
}

}  // namespace weft::verb
