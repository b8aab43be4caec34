// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/estimate.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/masked/masked_core.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {
namespace {

/// Number of routers below which the synchronization of a partition costs more than the partition gains, and
/// maximum number of partitions that are created to fit into caches.
constexpr std::uint32_t min_routers_of_a_partition = 256, max_partitions_for_caches = 64;

/// Memory of a port outside the state, in the network and in the links, in bytes.
constexpr std::uint64_t port_bytes_outside_state = 24;

/// Returns the share of a rank in `all` ports, routers or terminals.
std::uint64_t share_of_rank(std::uint64_t all) { return (all + num_ranks() - 1) / num_ranks(); }

/// Returns the memory of the routers and terminals of a rank in bytes, without the wheels between partitions.
std::uint64_t bytes_of_state(FlitSize const& size, routing::ChannelTraits const& traits,
                             FlitParams const& params) {
  auto const vcs = std::bit_ceil(static_cast<std::uint64_t>(params.vcs)),
             depth = std::uint64_t{router_options(params).deepest()};
  auto const input_vc =
      sizeof(Arrays::Input) + depth * sizeof(Flit) + traits.width * sizeof(routing::Candidate);
  auto const input = vcs * input_vc + sizeof(Arrays::InPort) + port_bytes_outside_state,
             shares = params.shared_buffer > 0 ? vcs * sizeof(std::uint16_t) + sizeof(std::uint32_t) : 0,
             output =
                 vcs * sizeof(Arrays::Output) + shares + sizeof(Arrays::OutPort) + port_bytes_outside_state;
  return share_of_rank(size.ports) * (input + output) +
         share_of_rank(size.terminals) * (vcs * 2 + 120 * num_classes(params));
}

/// Returns the maximum useful number of partitions of a rank.
std::uint64_t max_partitions(std::uint64_t routers) {
  return std::max<std::uint64_t>(share_of_rank(routers) / min_routers_of_a_partition, 1);
}

/// Returns the number of partitions of a rank: a multiple of the number of threads, such that a partition,
/// which is simulated for several cycles in a row, is about as large as the second-level cache. The number is
/// limited, because the memory of the wheels between partitions grows with its square.
std::uint32_t partitions_for(std::uint64_t routers, std::uint64_t bytes) {
  auto const threads = num_threads();
  auto const for_caches = std::min<std::uint64_t>(bytes / l2_cache_size(), max_partitions_for_caches);
  auto const rounds = std::max<std::uint64_t>((for_caches + threads - 1) / threads, 1);
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>({rounds * threads, max_partitions(routers), 65535}));
}

/// Returns the memory of the wheels between `parts` partitions in bytes.
std::uint64_t bytes_of_wheels(FlitSize const& size, FlitParams const& params, std::uint64_t parts) {
  auto const flits = Wheel<Flit>::bytes(size.wheel);
  auto const replies = params.injection == Injection::request_reply
                           ? Wheel<Flit>::bytes(static_cast<std::uint64_t>(params.reply_delay))
                           : 0;
  return parts * ((parts + 1) * flits + replies);
}

/// Returns the memory of the measurements over time in bytes.
std::uint64_t bytes_of_recording(FlitSize const& size, FlitParams const& params) {
  if (params.interval == 0) return 0;
  auto const intervals = static_cast<std::uint64_t>(params.max_cycles / params.interval + 1);
  auto const each = Recording::numbers(size.ports, size.terminals, params.interval_pairs);
  return sizeof(std::uint64_t) * std::max(each, std::min(Recording::max_numbers, intervals * each));
}

}  // namespace

FlitSize::FlitSize(FlitNetwork const& network, FlitParams const& params)
    : routers(network.num_routers()),
      terminals(network.num_terminals()),
      ports(network.num_in()),
      wheel(longest_passage(network, router_options(params)) + slack(network, router_options(params))) {}

FlitSize::FlitSize(NetworkSize const& network, FlitParams const& params)
    : routers(network.routers),
      terminals(network.terminals),
      ports(network.channels + network.terminals),
      wheel(2 * static_cast<std::uint64_t>(std::ranges::max(params.latency)) +
            2 * router_options(params).traversal() + 4) {}

std::uint64_t bytes_needed(FlitSize const& size, routing::ChannelTraits const& traits,
                           FlitParams const& params) {
  auto const state = bytes_of_state(size, traits, params);
  auto const masked = reason_against_masked_core(params, traits).empty()
                          ? bytes_of_masked_cores(share_of_rank(size.routers), share_of_rank(size.ports),
                                                  size.wheel, router_options(params))
                          : 0;
  return state + masked + bytes_of_wheels(size, params, partitions_for(size.routers, state)) +
         bytes_of_recording(size, params);
}

Estimate estimate_flit(FlitSize const& size, routing::ChannelTraits const& traits, FlitParams const& params,
                       FlitWork const& work) {
  struct Cost {
    double port_and_cycle, flit_and_hop, packet_and_hop;  // seconds
  };
  auto const cost = reason_against_masked_core(params, traits).empty() ? Cost{1.2e-9, 15e-9, 25e-9}
                                                                       : Cost{3e-9, 60e-9, 120e-9};
  constexpr double bytes_per_packet = 120;
  auto const hops = work.flits * (work.hops + 2);  // including injection and ejection
  auto const packet = mean_packet_size(params);
  auto const seconds = static_cast<double>(size.ports) * work.cycles * cost.port_and_cycle +
                       hops * (cost.flit_and_hop + cost.packet_and_hop / packet);
  auto const routers_passed = work.hops + 1;
  auto const time_in_router = static_cast<double>(router_options(params).traversal()) + 2;
  auto const in_flight =
      work.cycles == 0 ? 0 : work.flits / work.cycles / packet * routers_passed * time_in_router;
  return {static_cast<double>(bytes_needed(size, traits, params)) + in_flight * bytes_per_packet, seconds,
          useful_threads(static_cast<double>(max_partitions(size.routers)), seconds)};
}

std::uint32_t suitable_partitions(FlitSize const& size, routing::ChannelTraits const& traits,
                                  FlitParams const& params) {
  return partitions_for(size.routers, bytes_of_state(size, traits, params));
}

}  // namespace weft::flit
