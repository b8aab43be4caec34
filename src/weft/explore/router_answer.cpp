#include <algorithm>
#include <array>
#include <vector>

#include "weft/drawing/picture.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/explore/network_answers.hpp"
#include "weft/explore/request_fields.hpp"
#include "weft/graph/search.hpp"
#include "weft/io/bundle.hpp"
#include "weft/network/layout.hpp"

namespace weft::explore {
namespace {

struct RouterRequest : NetworkRequest {
  std::int64_t router = 0;
};
constexpr std::tuple router_schema = std::tuple_cat(
    network_schema<NetworkRequest>, std::tuple{router_field("router", &RouterRequest::router)});

constexpr std::array kinds{"router", "router without terminals", "computing node", "failed router"};

/// Over paths that pass through no host.
std::vector<std::uint32_t> hops_from(Network const& network, RouterId router) {
  return breadth_first(network.num_routers(), {router.v},
                       [&](Vertex r, auto step) {
                         if (!network.may_enter({r}, router)) return;
                         for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
                           if (auto const c = network.channel({r}, {p}); !network.channel_failed(c))
                             step(network.target(c).v);
                       })
      .hops;
}

JsonText ports_of(AnyTopology const& topology, Network const& network, Layout const& layout,
                  RouterId router) {
  auto const classes = topology.classes();
  std::vector<JsonText> ports;
  for (std::uint16_t p = 0, count = network.degree(router); p < count; ++p) {
    auto const c = network.channel(router, {p});
    auto const to = network.target(c);
    ports.push_back(JsonText::object({{"port", p},
                                      {"channel", c.v},
                                      {"to", to.v},
                                      {"place", topology.place(to)},
                                      {"class", classes[network.class_of(c).v].name},
                                      {"bandwidth", network.bandwidth(c)},
                                      {"meters", layout.length(router, to)},
                                      {"failed", network.channel_failed(c)}}));
  }
  return JsonText::array(ports);
}

JsonText terminals_of(Network const& network, RouterId router) {
  auto const [first, count] = network.terminals_at(router);
  std::vector<JsonText> terminals;
  for (std::uint32_t i = 0; i < count; ++i) terminals.emplace_back(first.v + i);
  return JsonText::array(terminals);
}

}  // namespace

std::string router_answer(Machines& machines, Spec const& request) {
  auto const params = read_params<RouterRequest>(router_schema, request);
  auto const layout = read_layout(params.layout);
  auto const& shown = machines.get(params.topology, failures_of(params, params.seed));
  auto const& topology = shown.topology;
  auto const& network = *shown.machine.network();
  auto const router = checked_router("router", params.router, network.num_routers());
  auto const hops = hops_from(network, router);
  std::uint32_t farthest = 0;
  for (auto const distance : hops)
    if (distance != unreachable) farthest = std::max(farthest, distance);
  auto const header = JsonText::object(
      {{"router",
        JsonText::object({{"number", router.v},
                          {"place", topology->place(router)},
                          {"kind", kinds[static_cast<std::size_t>(kind_of(*topology, &network, router))]},
                          {"terminals", terminals_of(network, router)},
                          {"ports", ports_of(*topology, network, topology->layout(layout), router)},
                          {"farthest", farthest}})}});
  std::vector<BundleArray> const arrays{{"distance", {hops.size()}, std::span{hops}, "Hops from the router"}};
  return bundle_bytes(header, arrays);
}

}  // namespace weft::explore
