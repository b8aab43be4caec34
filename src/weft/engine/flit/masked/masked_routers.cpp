#include "weft/engine/flit/masked/masked_routers.hpp"

#include <algorithm>
#include <memory>

namespace weft::flit {
namespace {

std::uint64_t first_bits(std::uint32_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

MaskedRouters::MaskedRouters(FlitNetwork const& network, RouterOptions const& options,
                             RouterRange const& range)
    : first(range.first),
      shift(static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(options.vcs)))),
      vcs(options.vcs),
      depth(options.vc_buffer),
      size_(range.last - range.first) {
  lay_out(network);
  for (std::uint32_t i = 0; i < size_; ++i) {
    auto& router = *new (&(*this)[i]) MaskedRouter;
    router.inputs = network.inputs(first + i);
    router.outputs = network.outputs(first + i);
    for (std::uint32_t port = 0; port < router.outputs; ++port)
      router.free |= first_bits(vcs) << (port << shift);
    auto const places = ports_ << shift;
    std::uninitialized_fill_n(outputs(router), places,
                              MaskedOutput{.credits = static_cast<std::uint16_t>(depth)});
    std::uninitialized_value_construct_n(inputs(router), places);
    std::uninitialized_value_construct_n(wishes(router), places);
    std::uninitialized_value_construct_n(in_ports(router), ports_);
    std::uninitialized_value_construct_n(out_ports(router), ports_);
    std::uninitialized_value_construct_n(buffer(router, 0), places * depth);
  }
  connect_inputs(network, options, range);
  connect_outputs(network, range);
}

/// What is touched most comes first, the buffers last.
void MaskedRouters::lay_out(FlitNetwork const& network) {
  for (auto r = first; r < first + size_; ++r)
    ports_ = std::max<std::size_t>({ports_, network.inputs(r), network.outputs(r)});
  auto const places = ports_ << shift;
  auto end = sizeof(MaskedRouter) + places * sizeof(MaskedOutput);
  auto const reserve = [&](std::size_t bytes) {
    auto const begin = (end + 7) / 8 * 8;
    end = begin + bytes;
    return begin;
  };
  inputs_at_ = reserve(places * sizeof(MaskedInput));
  in_ports_at_ = reserve(ports_ * sizeof(MaskedInPort));
  out_ports_at_ = reserve(ports_ * sizeof(MaskedOutPort));
  wishes_at_ = reserve(places * sizeof(MaskedWish));
  buffers_at_ = reserve(places * depth * sizeof(Flit));
  bytes_ = (end + 63) / 64 * 64;
  memory_.reset(new (std::align_val_t{64}) std::byte[std::max<std::size_t>(size_ * bytes_, 1)]);
}

void MaskedRouters::connect_inputs(FlitNetwork const& network, RouterOptions const& options,
                                   RouterRange const& range) {
  for (auto in = network.first_in(range.first); in < network.first_in(range.last); ++in) {
    auto const here = network.router_of_in(in), source = network.source(in);
    auto& port = in_ports((*this)[here - first])[in - network.first_in(here)];
    port.cycles = 1 + network.latency_in(in);
    if ((source & FlitNetwork::terminal_bit) != 0) {
      port.from = MaskedInPort::From::terminal;
      port.peer = vc_event(here - first, (in - network.first_in(here)) << shift);
      continue;
    }
    port.cycles += options.credit_delay;
    auto const there = network.router_of_out(source);
    if (there < range.first || there >= range.last)
      port.from = MaskedInPort::From::elsewhere;
    else
      port.peer = vc_event(there - first, (source - network.first_out(there)) << shift);
  }
}

void MaskedRouters::connect_outputs(FlitNetwork const& network, RouterRange const& range) {
  for (auto out = network.first_out(range.first); out < network.first_out(range.last); ++out) {
    auto const here = network.router_of_out(out), target = network.target(out);
    if ((target & FlitNetwork::terminal_bit) != 0) continue;
    auto const there = network.router_of_in(target);
    if (there < range.first || there >= range.last) continue;
    auto& port = out_ports((*this)[here - first])[out - network.first_out(here)];
    port.inside = true;
    port.cycles = 1 + network.latency(out);
    port.peer = vc_event(there - first, (target - network.first_in(there)) << shift);
  }
}

}  // namespace weft::flit
