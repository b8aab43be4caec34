#include "weft/interop/simgrid_routes.hpp"

#include "weft/io/text_sink.hpp"

namespace weft {

void write_simgrid_routes(Network const& network, SimgridUnits const& units,
                          std::function<std::vector<TerminalRoute>(TerminalId)> const& routes_from,
                          std::function<void(std::string_view)> const& take) {
  TextSink out(take);
  auto const unit = network.unit_rate(units.bandwidth);
  auto const link = [&](char kind, std::uint64_t number, double weight) {
    out.print("    <link id=\"{}{}\" bandwidth=\"{}Bps\" latency=\"{}s\"/>\n", kind, number, weight * unit,
              units.latency);
  };
  out.print("{}", simgrid_head("Full"));
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  for (std::uint32_t e = 0; e < terminals; ++e)
    out.print("    <host id=\"h{}\" speed=\"{}f\"/>\n", e, units.speed);
  for (std::uint32_t e = 0; e < terminals; ++e) {
    link('i', e, network.terminal_bandwidth({e}));
    link('o', e, network.terminal_bandwidth({e}));
  }
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) link('c', c, network.bandwidth({c}));
  for (std::uint32_t from = 0; from < terminals; ++from)
    for (auto const& [to, channels] : routes_from({from})) {
      out.print("    <route src=\"h{}\" dst=\"h{}\" symmetrical=\"NO\"><link_ctn id=\"i{}\"/>", from, to.v,
                from);
      for (auto const channel : channels) out.print("<link_ctn id=\"c{}\"/>", channel.v);
      out.print("<link_ctn id=\"o{}\"/></route>\n", to.v);
    }
  out.print("{}", simgrid_tail);
  out.finish();
}

}  // namespace weft
