#include "weft/verb/deadlock/deadlock_tables.hpp"

#include <fmt/format.h>

#include "weft/network/network.hpp"

namespace weft::verb {
namespace {

std::string packet_text(deadlock::CycleStep const& step, ChannelNames const& names) {
  auto text = fmt::format("from terminal {} to {}", step.packet.source, step.packet.destination);
  for (auto const via : step.packet.vias) text += " via " + names.router(via);
  if (step.indirect) text += ", over other channels between the two";
  return text;
}

}  // namespace

std::string ChannelNames::router(std::uint32_t r) const {
  auto const place = topology_.place({r});
  return place.empty() ? "router " + std::to_string(r) : place;
}

std::string ChannelNames::channel(ChannelIndex channel) const {
  return router(network_.source(channel).v) + " -> " + router(network_.target(channel).v);
}

std::string ChannelNames::channel(deadlock::VirtualChannel it) const {
  return fmt::format("{} VC {}", channel(it.channel), it.vc);
}

Table verdict_table(DeadlockVerdict const& verdict) {
  Table table{
      "verdict",
      "Whether the network can deadlock",
      {{"deadlock", "", "possible or none"},
       {"proof", "", "why there is none, and the flow control that it needs, if not any"},
       {"vcs", "", "virtual channels of a port"},
       {"vcs_enough", "", "with which there is none"},
       {"channels", "", "virtual channels that packets take"},
       {"dependencies", "", "pairs that some packet takes one after the other"},
       {"cyclic_components", "", "strongly connected, of the dependency graph"},
       {"channels_in_cycles", "", "virtual channels in them"},
       {"shortest_cycle", "", "its virtual channels; 0: none"},
       {"escape_channels", "", "escape virtual channels"},
       {"escape_dependencies", "", "between them: the direct ones, and indirect ones that had to be known"},
       {"rings", "", "in which a bubble is kept"}},
      {}};
  Value needed;
  if (verdict.needed == routing::no_vcs_suffice)
    needed = "none suffice";
  else if (verdict.needed != 0)
    needed = verdict.needed;
  table.add_row({verdict.free ? "none" : "possible", verdict.proof, verdict.vcs, needed, verdict.channels,
                 verdict.dependencies, verdict.cycles->components, verdict.cycles->vertices,
                 verdict.cycles->shortest.size(), verdict.escape_channels, verdict.escape_dependencies,
                 verdict.rings});
  return table;
}

Table cycle_table(std::vector<NamedStep> const& steps) {
  Table table{"cycle",
              "A cycle of packets: each holds a channel and waits for the next one",
              {{"step"},
               {"held", "", "channel that the packet holds"},
               {"vc", "", "and its virtual channel"},
               {"waits_for", "", "channel that it waits for"},
               {"its_vc", "", "and its virtual channel"},
               {"packet", "", "one that can wait so"}},
              {}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const& it = steps[i];
    table.add_row({i + 1, it.held, it.held_vc, it.wanted, it.wanted_vc, it.packet});
  }
  return table;
}

std::vector<NamedStep> named_steps(deadlock::Analysis const& analysis, ChannelNames const& names) {
  std::vector<NamedStep> steps;
  for (auto const& it : analysis.cycle)
    steps.push_back({names.channel(it.held.channel), names.channel(it.wanted.channel), it.held.vc,
                     it.wanted.vc, packet_text(it, names)});
  return steps;
}

std::vector<NamedStep> named_steps(deadlock::RouteAnalysis const& analysis, ChannelNames const& names,
                                   std::function<std::string(std::size_t)> const& route_name) {
  std::vector<NamedStep> steps;
  for (auto const& it : analysis.cycle)
    steps.push_back({names.channel(it.held.channel), names.channel(it.wanted.channel), it.held.vc,
                     it.wanted.vc, route_name(it.route)});
  return steps;
}

Table layers_table(deadlock::LeastLayers const& least, std::size_t routes) {
  Table table{"layers",
              "Virtual layers: routes of one layer share virtual channels and are free of deadlock",
              {{"routes"},
               {"layers", "", "found"},
               {"at_least", "", "no fewer can do"},
               {"exact", "", "no layering has fewer"}},
              {}};
  table.add_row({routes, least.layering.layers, least.at_least, least.exact() ? "yes" : "no"});
  return table;
}

Table layering_table(deadlock::LeastLayers const& least,
                     std::function<std::string(std::size_t)> const& route_name) {
  Table table{"layering", "The layer of each route", {{"route"}, {"layer", "", "from 0"}}, {}};
  for (std::size_t r = 0; r < least.layering.layer.size(); ++r)
    table.add_row({route_name(r), least.layering.layer[r]});
  return table;
}

}  // namespace weft::verb
