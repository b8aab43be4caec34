#include "weft/engine/flit/machine.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"

namespace weft::flit {
namespace {

constexpr std::uint32_t most_ports = 65535;

}  // namespace

Machine::Machine(Network const& network, ChannelTimes const& times) {
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  first_in_.resize(routers + std::size_t{1});
  first_out_.resize(routers + std::size_t{1});
  channels_.resize(routers);
  channels_in_.resize(routers);
  for (std::uint32_t r = 0; r < routers; ++r) {
    first_in_[r + 1] = channels_in_[r] = network.in_degree({r});
    first_out_[r + 1] = channels_[r] = network.degree({r});
  }
  for (std::uint32_t e = 0; e < terminals; ++e) {
    ++first_in_[network.injection_router({e}).v + 1];
    ++first_out_[network.ejection_router({e}).v + 1];
  }
  for (std::uint32_t r = 0; r < routers; ++r) {
    if (auto const ports = std::max(first_in_[r + 1], first_out_[r + 1]); ports > most_ports)
      throw InputError("router " + std::to_string(r) + " has " + std::to_string(ports) + " ports",
                       "engine flit knows at most " + std::to_string(most_ports) + ", terminals included",
                       "give it fewer terminals", "topology");
    first_in_[r + 1] += first_in_[r];
    first_out_[r + 1] += first_out_[r];
  }
  router_of_in_.resize(num_in());
  source_.resize(num_in());
  latency_in_.resize(num_in());
  router_of_out_.resize(num_out());
  target_.resize(num_out());
  latency_.resize(num_out());
  if (!times.pace.empty()) pace_.assign(num_out(), ChannelTimes::cycle);
  injection_port_.resize(terminals);
  ejection_port_.resize(terminals);
  auto next_in = first_in_, next_out = first_out_;
  for (std::uint32_t r = 0; r < routers; ++r) {
    std::fill(&router_of_in_[first_in_[r]], &router_of_in_[0] + first_in_[r + 1], r);
    std::fill(&router_of_out_[first_out_[r]], &router_of_out_[0] + first_out_[r + 1], r);
    next_in[r] += network.in_degree({r});
    next_out[r] += channels_[r];
    for (std::uint16_t p = 0; p < channels_[r]; ++p) {
      auto const c = network.channel({r}, PortId{p});
      auto const out = first_out_[r] + p, in = first_in_[network.target(c).v] + network.target_port(c).v;
      target_[out] = in;
      source_[in] = out;
      latency_[out] = latency_in_[in] = times.latency[c.v];
      if (!times.pace.empty()) pace_[out] = times.pace[c.v];
    }
  }
  for (std::uint32_t e = 0; e < terminals; ++e) {
    auto const in = injection_port_[e] = next_in[network.injection_router({e}).v]++;
    source_[in] = terminal_bit | e;
    latency_in_[in] = times.injection;
    auto const out = ejection_port_[e] = next_out[network.ejection_router({e}).v]++;
    target_[out] = terminal_bit | e;
    latency_[out] = times.ejection;
  }
  longest_ = shortest_ = times.ejection;
  for (auto const it : latency_) {
    longest_ = std::max(longest_, it);
    shortest_ = std::min(shortest_, it);
  }
  for (auto const it : pace_) slowest_ = std::max(slowest_, it);
}

}  // namespace weft::flit
