#pragma once

#include <cstdint>

#include "weft/engine/flit/exchange.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"

namespace weft::flit {

/// A flit reaches the buffer of an input VC.
inline void buffer_flit(Routers& routers, RouteStage& routes, FlitEvent const& event) {
  auto const index = routers.place(event.in, event.vc);
  auto& input = routers.input[index];
  auto place = std::uint32_t{input.head} + input.count;
  if (place >= routers.depth) place -= routers.depth;
  routers.buffer[index * routers.depth + place] = event.flit;
  auto const& network = routers.network;
  if (routes.decides_early() && (event.flit & head_bit) != 0 &&
      (network.source(event.in) & FlitNetwork::terminal_bit) != 0)
    routes.inject(event.in, event.vc, event.flit & packet_mask);
  if (input.count++ != 0) return;
  if (input.phase == Phase::idle) {
    routes.new_head(routers, routers.now, event.in, event.vc);
  } else if (input.phase == Phase::active) {
    auto const r = network.router_of_in(event.in);
    if (routers.output[routers.place(network.first_out(r) + input.out, input.out_vc)].credits > 0)
      routers.set_ready(r, event.in, event.vc);
  }
}

/// A credit reaches the source of an injection channel.
inline void receive_credit_at_source(Routers& routers, std::uint32_t e, std::uint32_t v) {
  auto const bit = std::uint64_t{1} << v;
  if (++routers.source_credits[std::size_t{e} * routers.vcs + v] < routers.depth ||
      !routers.options.atomic_vcs)
    return;
  routers.source_vcs[e] |= routers.source_emptying[e] & bit;
  routers.source_emptying[e] &= ~bit;
}

/// A credit reaches an output VC or the source of an injection channel.
inline void receive_credit(Routers& routers, CreditEvent const& event) {
  if ((event.out & FlitNetwork::terminal_bit) != 0)
    return receive_credit_at_source(routers, event.out & ~FlitNetwork::terminal_bit, event.vc);
  auto const index = routers.place(event.out, event.vc);
  --routers.queue[event.out];
  bool const was_empty = routers.output[index].credits++ == 0;
  auto const bit = std::uint64_t{1} << event.vc;
  if (routers.options.atomic_vcs && (routers.emptying_vcs[event.out] & bit) != 0) {
    if (routers.output[index].credits < routers.depth) return;
    routers.emptying_vcs[event.out] &= ~bit;
    routers.out_port[event.out].free_vcs |= bit;
  }
  if (!was_empty || (routers.out_port[event.out].free_vcs & bit) != 0) return;
  auto const user = routers.output[index].user;
  auto const& input = routers.input[user];
  if (input.phase == Phase::active && input.count > 0)
    routers.set_ready(routers.network.router_of_out(event.out), routers.port_of(user), routers.vc_of(user));
}

}  // namespace weft::flit
