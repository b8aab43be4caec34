#include "weft/verb/judge/each_failure.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::verb {
namespace {

/// A cable by one of its channels, and the routes of pairs over both.
struct CarriedPairs {
  ChannelIndex channel;
  std::uint64_t there = 0, back = 0;
  std::uint64_t lost() const { return there + back; }
};

/// The worst first. A route that arrives meets no switch twice, so no pair is in both directions of a cable.
std::vector<CarriedPairs> carried_pairs(fabric::JudgedRouting const& routing, Network const& network) {
  std::vector<CarriedPairs> cables;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const back = network.reverse({c});
    if (c < back.v && !network.channel_failed({c}))
      cables.push_back({{c}, routing.load[c], routing.load[back.v]});
  }
  std::ranges::stable_sort(cables, std::ranges::greater(), &CarriedPairs::lost);
  return cables;
}

double share_of(CarriedPairs const& cable, fabric::JudgedRouting const& routing) {
  return static_cast<double>(cable.lost()) /
         static_cast<double>(std::max<std::uint64_t>(1, routing.fates.pairs));
}

}  // namespace

Table each_failure_table(std::span<fabric::JudgedRouting const> routings,
                         fabric::JudgedFabric const& fabric) {
  Table table{"each_failure",
              "What each cable between switches takes with it if it fails alone and no route changes",
              {{"routing"},
               {"from", "", "switch at one end"},
               {"port", "", "port there"},
               {"to", "", "switch at the other end"},
               {"to_port", "", "port there"},
               {"pairs_lost", "", "ordered pairs whose route takes the cable in either direction"},
               {"fraction", "", "of all pairs"},
               {"load", "", "routes over its more loaded direction"}},
              {}};
  for (auto const& routing : routings)
    for (auto const& cable : carried_pairs(routing, *fabric.network)) {
      auto const& [from, to] = fabric.names.ends(cable.channel);
      table.add_row({routing.name, fabric.names.device(from.device), from.port,
                     fabric.names.device(to.device), to.port, cable.lost(), share_of(cable, routing),
                     std::max(cable.there, cable.back)});
    }
  return table;
}

std::string format_worst_failure(fabric::JudgedRouting const& routing, fabric::JudgedFabric const& fabric) {
  auto const cables = carried_pairs(routing, *fabric.network);
  if (cables.empty()) return {};
  auto const& [from, to] = fabric.names.ends(cables.front().channel);
  return fmt::format(", most pairs are lost with the cable {} - {}: {} ({:.3g} %)", fabric.names.port(from),
                     fabric.names.port(to), cables.front().lost(), 100 * share_of(cables.front(), routing));
}

}  // namespace weft::verb
