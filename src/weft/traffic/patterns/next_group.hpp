#pragma once

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/even_traffic.hpp"

namespace weft::traffic {

/// From each group of terminals to random terminals of the group a fixed number of places farther.
class NextGroup final : public FormulaTraffic<NextGroup> {
 public:
  struct Params {
    std::int64_t groups = 0;
    std::int64_t ahead = 1;
  };
  static constexpr std::string_view name = "next_group";
  static constexpr std::array<std::string_view, 1> aliases{"adversarial"};
  static constexpr bool independent = true;
  static constexpr std::string_view doc =
      "Each message of a terminal of group G goes to a uniformly random terminal of group G + ahead: the worst "
      "case for minimal routing on a dragonfly, because few global channels carry all traffic (Kim, Dally, "
      "Scott & Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008; bad_dragon of BookSim 2). "
      "A group is a block of consecutive terminals, and all groups have the same size.";
  static constexpr std::tuple schema{
      param("groups", &Params::groups, Range{0, 4294967296.0},
            "number of groups; 0: those of the topology, if it has levels (dragonfly: its groups, PERCS: its "
            "supernodes), else every terminal is a group of its own"),
      param("ahead", &Params::ahead, Range{0, 4294967295.0},
            "distance from the sender's group to the receiver's"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{0, 2}, {1, 0}}; }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const& params) { return params.groups != 0; }

  NextGroup(Params const& params, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages),
        words_(traffic_words(context.seed, TrafficStream::destination)),
        groups_(params.groups == 0 ? context.num_terminals : static_cast<std::uint64_t>(params.groups)),
        ahead_(static_cast<std::uint64_t>(params.ahead)) {
    if (num_terminals() % groups_ != 0)
      throw InputError("groups = " + std::to_string(groups_),
                       "must divide the number of terminals, " + std::to_string(num_terminals()));
    size_ = num_terminals() / groups_;
  }
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    auto const group = (e.v / size_ + ahead_) % groups_;
    return static_cast<std::uint32_t>(group * size_) + words_.below(size_, e.v * uniform_messages() + k);
  }

 private:
  RandomWords words_;
  std::uint64_t groups_, ahead_, size_ = 1;
};

}  // namespace weft::traffic
