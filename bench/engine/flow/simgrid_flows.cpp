// SPDX-License-Identifier: Apache-2.0
// Reference flows in SimGrid: reads `links N bandwidth..`, `hosts N` and flows `from to bytes count link..`,
// all sent at time 0 under the model CM02 without latencies, and prints the CPU seconds of the simulation,
// then the finish time of each flow.
#include <cstdio>
#include <ctime>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace sg4 = simgrid::s4u;

namespace {

struct Flow {
  std::size_t from, to;
  double bytes;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<sg4::Link const*> read_links(sg4::NetZone* zone) {
  std::string word;
  std::size_t count = 0;
  std::cin >> word >> count;
  std::vector<sg4::Link const*> links;
  for (std::size_t i = 0; i < count; ++i) {
    double bandwidth = 0;
    std::cin >> bandwidth;
    links.push_back(zone->create_link("l" + std::to_string(i), bandwidth)->set_latency(0)->seal());
  }
  return links;
}

/// Each pair of hosts has one route.
std::vector<Flow> read_flows(sg4::NetZone* zone, std::vector<sg4::Link const*> const& links,
                             std::vector<sg4::Host*>& hosts) {
  std::string word;
  std::size_t count = 0;
  std::cin >> word >> count;
  for (std::size_t i = 0; i < count; ++i) hosts.push_back(zone->create_host("h" + std::to_string(i), 1e9));
  std::vector<Flow> flows;
  std::map<std::pair<std::size_t, std::size_t>, bool> known;
  Flow flow{};
  while (std::cin >> flow.from >> flow.to >> flow.bytes >> count) {
    std::vector<sg4::LinkInRoute> route;
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t link = 0;
      std::cin >> link;
      route.emplace_back(links[link]);
    }
    flows.push_back(flow);
    if (std::exchange(known[{flow.from, flow.to}], true)) continue;
    zone->add_route(hosts[flow.from]->get_netpoint(), hosts[flow.to]->get_netpoint(), nullptr, nullptr, route,
                    false);
  }
  return flows;
}

}  // namespace

int main(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  for (char const* option : {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:1e20",
                             "network/weight-S:0", "network/loopback-lat:0"})
    sg4::Engine::set_config(option);
  std::ios::sync_with_stdio(false);
  auto* const zone = sg4::create_full_zone("world");
  std::vector<sg4::Host*> hosts;
  auto const links = read_links(zone);
  auto const flows = read_flows(zone, links, hosts);
  zone->seal();
  std::vector<sg4::CommPtr> sent;
  sg4::Actor::create("all", hosts.front(), [&] {
    for (auto const& flow : flows)
      sent.push_back(
          sg4::Comm::sendto_async(hosts[flow.from], hosts[flow.to], static_cast<std::uint64_t>(flow.bytes)));
    sg4::Comm::wait_all(sent);
  });
  auto const began = cpu_seconds();
  engine.run();
  std::printf("%.6f\n", cpu_seconds() - began);
  for (auto const& comm : sent) std::printf("%.17g\n", comm->get_finish_time());
}
