// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/pattern.hpp"
#include "weft/traffic/terminal_grid.hpp"

namespace weft::traffic {

/// Shift: every terminal sends to the terminal at a fixed offset.
class Shift final : public FormulaTraffic<Shift> {
 public:
  struct Params {
    std::int64_t by = 1;
  };
  static constexpr std::string_view name = "shift";
  static constexpr std::string_view doc =
      "Terminal e sends to terminal e + by, modulo the number of terminals: the communication step of rings and of many "
      "collective operations (Dally & Towles, sec. 3.2).";
  static constexpr std::tuple schema{
      param("by", &Params::by, "distance from sender to receiver in terminal numbers; negative: backwards"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{3}, {-5}, {0}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Shift(Params const& params, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages) {
    auto const n = static_cast<std::int64_t>(num_terminals());
    by_ = static_cast<std::uint64_t>((params.by % n + n) % n);
  }
  std::uint32_t destination(TerminalId e) const {
    std::uint64_t const to = e.v + by_;
    return static_cast<std::uint32_t>(to < num_terminals() ? to : to - num_terminals());
  }

 private:
  std::uint64_t by_;
};

/// Tornado: every terminal sends almost halfway around every dimension, always in the plus direction.
class Tornado final : public FormulaTraffic<Tornado> {
 public:
  using Params = TerminalGridParams;
  static constexpr std::string_view name = "tornado";
  static constexpr std::string_view doc =
      "Every terminal sends to the terminal ceil(k / 2) - 1 routers farther in each dimension of k routers, all "
      "in one direction: minimal routing on a torus leaves the channels of the other direction idle "
      "(Dally & Towles, table 3.1).";
  static constexpr auto& schema = terminal_grid_schema;
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() { return {{{4, 4}}, {{5, 25}, 8}, {{3, 3, 3}}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Tornado(Params const& params, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages), grid_(params, context, name) {}
  std::uint32_t destination(TerminalId e) const {
    std::uint32_t to = e.v;
    for (std::uint32_t dim = 0; dim < grid_.dims(); ++dim)
      to = grid_.move(to, dim, (grid_.side(dim) - 1) / 2);
    return to;
  }

 private:
  TerminalGrid grid_;
};

/// Neighbor exchange: every terminal sends to the nearest routers of a torus, in turn.
class Neighbor final : public FormulaTraffic<Neighbor> {
 public:
  struct Params : TerminalGridParams {
    bool diagonal = false;
  };
  static constexpr std::string_view name = "neighbor";
  static constexpr std::string_view doc =
      "Every terminal sends to its nearest neighbors on a torus in turn, a message to each: one router forward, then "
      "one back along dimension 0, then along dimension 1, and so on, then again from the first; as in a halo "
      "exchange. A side of 2 has one neighbor; a side of 1 none. One message per terminal, the default, "
      "loads one "
      "direction of dimension 0 only; with `messages` = neighbors of a terminal, all directions are loaded "
      "equally. `diagonal=true` is the "
      "neighbor of Dally & Towles (table 3.1) and BookSim 2.";
  static constexpr auto schema = std::tuple_cat(
      terminal_grid_schema,
      std::tuple{param("diagonal", &Params::diagonal,
                       "send all messages one router forward in all dimensions simultaneously, instead of "
                       "in turn")});
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() {
    return {{{{4, 4}}}, {{{5, 25}, 8}}, {{{2, 1, 8}}}, {{{4, 1, 4}}, true}};
  }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Neighbor(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    if (steps_.empty()) return e.v;
    if (!diagonal_) return moved(e.v, steps_[k % steps_.size()]);
    auto to = e.v;
    for (auto const& step : steps_) to = moved(to, step);
    return to;
  }

 private:
  struct Step {
    std::uint32_t dim, distance;
  };
  std::uint32_t moved(std::uint32_t e, Step const& step) const {
    return grid_.move(e, step.dim, step.distance);
  }

  TerminalGrid grid_;
  bool diagonal_;
  std::vector<Step> steps_;
};

/// Adversarial group traffic: each group of terminals sends to random terminals of the group at a fixed
/// offset.
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
      "A group is a block of consecutive terminals, and all groups have equal sizes.";
  static constexpr std::tuple schema{
      param("groups", &Params::groups, Range{0, 4294967296.0},
            "number of groups; 0: the groups of the topology, if it has levels (dragonfly: its groups, "
            "PERCS: its "
            "supernodes), else every terminal is a separate group"),
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
      throw InputError("groups=" + std::to_string(groups_),
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
