#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/machines.hpp"

namespace weft {
namespace {

/// The arguments of the i-th member, i = 1, 2, .., ever larger; some may not exist.
using Series = std::function<std::string(std::uint64_t i)>;

/// The series along which a family grows: those it states, else its whole-number sizes one by one.
std::vector<Series> series_of(TopologyEntry const& family) {
  std::vector<Series> series;
  if (family.members != nullptr) {
    for (std::size_t k = 0; k < family.members(1).size(); ++k)
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
  std::uint64_t terminals;
};

/// Whether a is closer to the wanted number, or smaller and equally close.
bool nearer(Member const& a, Member const& b, std::uint64_t wanted) {
  auto const off = [&](Member const& it) {
    return it.terminals > wanted ? it.terminals - wanted : wanted - it.terminals;
  };
  return off(a) != off(b) ? off(a) < off(b) : a.terminals < b.terminals;
}

/// The search for the member of one series.
class Nearest {
 public:
  Nearest(Spec family, Series series, std::uint64_t terminals)
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
    auto spec = family_;
    for (auto const& argument : Spec::parse(family_.name + ":" + series_(i)).arguments)
      if (std::ranges::find(family_.arguments, argument.key, &Spec::Argument::key) == family_.arguments.end())
        spec.arguments.push_back(argument);
    try {
      auto const text = spec.to_string();
      Member const member{text, make_topology(text)->num_terminals()};
      if (!best_ || nearer(member, *best_, wanted_)) best_ = member;
      return member;
    } catch (InputError const&) { return {}; }
  }

  Spec family_;
  Series series_;
  std::uint64_t wanted_;
  std::optional<Member> best_;
};

}  // namespace

std::string nearest_member(std::string const& family, std::uint64_t terminals) {
  make_topology(family);  // refuses an unknown name and wrong parameters
  auto given = parse_topology(family);
  auto const* const entry = find_topology(given.name);
  if (entry == nullptr) return family;  // of the program that uses the library
  given.name = entry->doc.name;
  std::optional<Member> best;
  for (auto const& each : series_of(*entry))
    if (auto const member = Nearest(given, each, terminals).find())
      if (!best || nearer(*member, *best, terminals)) best = member;
  return best ? best->spec : family;
}

}  // namespace weft
