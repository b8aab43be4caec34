#include "weft/engine/flit/links.hpp"

namespace weft::flit {

Links::Links(FlitNetwork const& network, RouterOptions const& options, Exchange& exchange,
             std::size_t partition)
    : first_in_(network.first_in(exchange.first_router(partition))),
      first_out_(network.first_out(exchange.first_router(partition))),
      ejections_(longest_passage(network, options)) {
  auto const last = exchange.last_router(partition);
  for (auto in = first_in_; in < network.first_in(last); ++in) {
    auto const source = network.source(in);
    bool const is_terminal = (source & FlitNetwork::terminal_bit) != 0;
    auto const there = is_terminal ? partition : exchange.partition_of(network.router_of_out(source));
    upstream_.push_back({&exchange.credits_to(there)[partition], source,
                         1 + network.latency_in(in) + (is_terminal ? 0 : options.credit_delay)});
  }
  for (auto out = first_out_; out < network.first_out(last); ++out) {
    auto const target = network.target(out);
    auto* const wheel =
        (target & FlitNetwork::terminal_bit) != 0
            ? nullptr
            : &exchange.flits_to(exchange.partition_of(network.router_of_in(target)))[partition];
    downstream_.push_back({wheel, target, 1 + network.latency(out)});
  }
}

}  // namespace weft::flit
