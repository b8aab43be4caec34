// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/masked_routers.hpp"

#include <algorithm>

namespace weft::flit {
namespace {

constexpr std::uint32_t flits_of_a_cache_line = 64 / sizeof(Flit);

}  // namespace

std::uint32_t max_ports(FlitNetwork const& network, RouterRange const& range) {
  std::uint32_t maximum = 1;
  for (auto r = range.first; r < range.last; ++r)
    maximum = std::max({maximum, network.inputs(r), network.outputs(r)});
  return maximum;
}

MaskedLayout::MaskedLayout(std::uint32_t ports, std::uint32_t shift, RouterOptions const& options) {
  std::uint32_t end = 0;
  auto const places = [&](std::uint32_t count) { return std::exchange(end, end + count); };
  auto const planes = static_cast<std::uint32_t>(std::bit_width(options.vc_buffer));
  active = places(1);
  was_active = places(1);
  count = places(planes);
  credits = places(planes);
  first_vc = places(1);
  inside = places(1);
  owner = places(ports << shift);
  out_grant = places(ports);
  in_accept = places(ports);
  request_port = places(ports);
  accept_port = places(ports);
  request_vc = places(options.vcs);
  accept_vc = places(options.vcs);
  vc_grant = places(ports << shift);
  room = places(options.cut_through ? planes : 0);
  size = end;
}

template <class Word>
MaskedArrays<Word>::MaskedArrays(RouterRange const& range, std::uint32_t max_ports,
                                 RouterOptions const& options)
    : first(range.first),
      size(range.last - range.first),
      blocks((size + lanes - 1) / lanes),
      ports(max_ports),
      shift(static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(options.vcs)))),
      vcs(options.vcs),
      depth(options.vc_buffer),
      planes(static_cast<std::uint32_t>(std::bit_width(options.vc_buffer))),
      all_places(ports << shift),
      vc_stride(depth <= flits_of_a_cache_line ? 1 : depth),
      place_stride(depth <= flits_of_a_cache_line ? all_places : 1),
      at(ports, shift, options) {}

template <class Word>
MaskedRouters<Word>::MaskedRouters(FlitNetwork const& network, RouterOptions const& options,
                                   RouterRange const& range)
    : arrays_(range, max_ports(network, range), options),
      sets_(std::size_t{arrays_.blocks} * arrays_.at.size),
      rings_(arrays_.place_of(arrays_.size, 0)),
      buffers_(rings_.size() * arrays_.depth),
      in_ports_(std::size_t{arrays_.size} * arrays_.ports),
      out_ports_(in_ports_.size()) {
  arrays_.vectors = sets_.vectors();
  arrays_.rings = rings_.data();
  arrays_.buffers = buffers_.data();
  arrays_.in_ports = in_ports_.data();
  arrays_.out_ports = out_ports_.data();
  for (std::uint32_t r = 0; r < arrays_.size; ++r) prefer_first(r);
  connect_inputs(network, options, range);
  connect_outputs(network, range);
}

/// Initializes a router: full credits, and all arbiters prefer their first position.
template <class Word>
void MaskedRouters<Word>::prefer_first(std::uint32_t r) {
  constexpr auto all = static_cast<Word>(~Word{0});
  for (std::uint32_t k = 0; k < arrays_.planes; ++k)
    if ((arrays_.depth >> k & 1) != 0) arrays_.set(r, arrays_.at.credits + k) = all;
  arrays_.set(r, arrays_.at.first_vc) = all;
  for (std::uint32_t i = 0; i < arrays_.ports << arrays_.shift; ++i)
    arrays_.set(r, arrays_.at.vc_grant + i) = all;
  for (std::uint32_t i = 0; i < arrays_.ports; ++i)
    arrays_.set(r, arrays_.at.out_grant + i) = arrays_.set(r, arrays_.at.in_accept + i) = all;
}

template <class Word>
void MaskedRouters<Word>::connect_inputs(FlitNetwork const& network, RouterOptions const& options,
                                         RouterRange const& range) {
  for (auto in = network.first_in(range.first); in < network.first_in(range.last); ++in) {
    auto const here = network.router_of_in(in), source = network.source(in);
    auto const number = in - network.first_in(here);
    auto& port = arrays_.in_port(here - arrays_.first, number);
    port.cycles = 1 + network.latency_in(in);
    if ((source & FlitNetwork::terminal_bit) != 0) {
      port.word = arrays_.blocks * Lanes<Word>::count + here - arrays_.first;
      port.place = static_cast<std::uint8_t>(number << arrays_.shift);
      continue;
    }
    port.cycles += options.credit_delay;
    auto const there = network.router_of_out(source);
    port.is_elsewhere = there < range.first || there >= range.last;
    if (port.is_elsewhere) continue;
    port.word = there - arrays_.first;
    port.place = static_cast<std::uint8_t>((source - network.first_out(there)) << arrays_.shift);
  }
}

template <class Word>
void MaskedRouters<Word>::connect_outputs(FlitNetwork const& network, RouterRange const& range) {
  for (auto out = network.first_out(range.first); out < network.first_out(range.last); ++out) {
    auto const here = network.router_of_out(out), target = network.target(out);
    auto const number = out - network.first_out(here);
    auto& port = arrays_.out_port(here - arrays_.first, number);
    port.cycles = 1 + network.latency(out);
    if ((target & FlitNetwork::terminal_bit) != 0) {
      port.ejects = true;
      ++port.cycles;
      port.peer = target & ~FlitNetwork::terminal_bit;
      continue;
    }
    auto const there = network.router_of_in(target);
    if (there < range.first || there >= range.last) continue;
    port.peer = vc_event(there - arrays_.first, (target - network.first_in(there)) << arrays_.shift);
    for (std::uint32_t v = 0; v < arrays_.vcs; ++v)
      arrays_.set(here - arrays_.first, arrays_.at.inside) |= Lanes<Word>::bit((number << arrays_.shift) + v);
  }
}

template struct MaskedArrays<std::uint32_t>;
template struct MaskedArrays<std::uint64_t>;
template class MaskedRouters<std::uint32_t>;
template class MaskedRouters<std::uint64_t>;

}  // namespace weft::flit
