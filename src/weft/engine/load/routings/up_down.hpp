#pragma once

#include <tuple>

#include "weft/engine/load/paths/shortest_path_shares.hpp"
#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

/// What is up.
enum class UpOrder : std::uint8_t { automatic, root, terminals };

}  // namespace weft::load

template <>
inline constexpr weft::EnumValue<weft::load::UpOrder> weft::enum_values<weft::load::UpOrder>[] = {
    {"automatic", weft::load::UpOrder::automatic,
     "`terminals` where every link joins routers of different distance from the terminals, as in trees, else `root`"},
    {"root", weft::load::UpOrder::root, "nearer to the root of a breadth-first spanning tree"},
    {"terminals", weft::load::UpOrder::terminals, "farther from the nearest router with terminals"}};

namespace weft::load {

/// Up, then down.
class UpDown {
 public:
  struct Params {
    UpOrder up = UpOrder::automatic;
    std::int64_t root = -1;
    PathChoice paths = PathChoice::all;
  };
  static constexpr std::string_view name = "up_down";
  static constexpr std::string_view doc =
      "Up*/down* (M. D. Schroeder et al., Autonet, IEEE J. Sel. Areas Commun. 9, 1991): the shortest of the paths that go up any "
      "number of channels, then down any number, on any network whose channels have a reverse; free of deadlock. In trees, fat or not, "
      "by way of the nearest common ancestors. Among routers on a level the one of lower number is above.";
  static constexpr std::tuple schema{
      param("up", &Params::up, "which of two linked routers is above"),
      param("root", &Params::root, Range{-1, 4294967294.0},
            "the router at the top, for up=root; -1: the one with the most channels"),
      param("paths", &Params::paths, "which of several shortest paths are taken"),
  };

  static void check(Params const& params);

  explicit UpDown(Params const& params) : params_(params) {}
  void check_machine(Machine const& machine) const;
  PairSharesPtr shares(Machine const& machine) const;
  NetworkLoads loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const;

 private:
  std::uint32_t root(Network const& network) const;
  PathGraph graph(Network const& network) const;
  Params params_;
};

}  // namespace weft::load
