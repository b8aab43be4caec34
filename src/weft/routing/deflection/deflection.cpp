// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/deflection/deflection.hpp"

#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/routing/packet/kernels.hpp"

namespace weft::routing {
namespace {

/// Packet form, for synchronous rounds.
class DeflectedPackets final : public PacketRouting {
 public:
  explicit DeflectedPackets(Deflection deflection) : deflection_(std::move(deflection)) {}

  PacketTraits traits() const override {
    auto traits = good_ports().traits();
    traits.exact_hops = false;
    traits.hop_bound = 0xffffffff;
    return traits;
  }
  void encode(std::span<std::uint32_t> routers) const override { good_ports().encode(routers); }
  RouterId decode(std::uint32_t to) const override { return good_ports().decode(to); }
  void route(Heads const& heads) const override { good_ports().route(heads); }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    good_ports().hops_left(heads, hops);
  }
  bool reaches(RouterId from, std::uint32_t to) const override { return good_ports().reaches(from, to); }
  Deflection const* deflection() const override { return &deflection_; }

 private:
  PacketRouting const& good_ports() const { return *deflection_.good_ports; }
  Deflection deflection_;
};

/// Channel form, for flits. Its candidates are the productive ports.
class DeflectedFlits final : public ChannelRouting {
 public:
  explicit DeflectedFlits(Deflection deflection) : deflection_(std::move(deflection)) {}

  ChannelTraits traits() const override {
    return {.width = deflection_.good_ports->traits().width, .hop_bound = 0xffffffff};
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = traits().width;
    std::vector<PortId> ports(width);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      RouterId const at{heads[i].at};
      auto to = heads[i].to;
      deflection_.good_ports->encode({&to, 1});
      std::uint16_t found = 1;
      deflection_.good_ports->route(
          {.at = {&at, 1}, .to = {&to, 1}, .port = ports, .candidates = {&found, width > 1 ? 1U : 0U}});
      for (std::uint16_t k = 0; k < found; ++k) out[i * width + k] = {.vcs = 1, .port = ports[k].v};
      count[i] = found;
    }
  }
  /// Appends all working output channels: a packet may be deflected to any of them.
  void possible(Head const& head, Possible& out) const override {
    for (std::uint16_t p = 0, ports = deflection_.network->degree({head.at}); p < ports; ++p)
      if (deflection_.works(head.at, p)) out.candidates.push_back({.vcs = 1, .port = p});
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    deflection_.good_ports->encode({&to, 1});
    return deflection_.good_ports->reaches({from}, to);
  }
  Deflection const* deflection() const override { return &deflection_; }

 private:
  Deflection deflection_;
};

/// Returns whether no router is a host and every router has at least as many working output channels as
/// working input channels.
bool has_way_out(Network const& network) {
  std::vector<std::int64_t> surplus(
      network.num_routers());  // working output channels minus working input channels, by router
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (network.is_host({r})) return false;
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p) {
      auto const c = network.channel({r}, {p});
      if (network.channel_failed(c)) continue;
      ++surplus[r];
      --surplus[network.target(c).v];
    }
  }
  for (auto const count : surplus)
    if (count < 0) return false;
  return true;
}

}  // namespace

void DeflectionRouting::check(Params const& params) {
  if (params.epoch > 0 && params.priority != DeflectionPriority::golden)
    throw InputError("deflection:epoch=" + std::to_string(params.epoch),
                     "has an effect only with priority=golden", "omit epoch", "routing");
}

bool DeflectionRouting::serves(Machine const& machine) const { return has_way_out(*machine.network()); }

Deflection DeflectionRouting::bind(Machine const& machine) const {
  auto const routers = machine.network()->num_routers();
  if (machine.has_failures() && !DistanceTable::fits(routers))
    throw InputError("deflection does not support failures with " + std::to_string(routers) + " routers",
                     "the table of distances would need more than 2 GiB", "use a smaller network", "routing");
  auto const kernels = packet_kernels(machine);
  auto ports = machine.is_whole_grid() ? kernels->productive_ports() : nullptr;
  if (!ports) ports = kernels->shortest_paths(machine, MinimalChoice::adaptive);
  return {params_, std::move(ports), machine.network()};
}

ChannelRoutingPtr DeflectionRouting::channels(Machine const& machine, VcSupply const& supply) const {
  supplied_vcs(name, 1, supply, "");
  return std::make_shared<DeflectedFlits>(bind(machine));
}

PacketRoutingPtr DeflectionRouting::packets(Machine const& machine) const {
  return std::make_shared<DeflectedPackets>(bind(machine));
}

}  // namespace weft::routing
