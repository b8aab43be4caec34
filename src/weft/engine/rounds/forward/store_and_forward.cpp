// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/forward/store_and_forward.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/param.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/forward/forward_kernel.hpp"
#include "weft/engine/rounds/forward/make_kernel.hpp"

namespace weft::rounds {
namespace {

/// Returns, by class, the maximum number of messages that a channel carries per round; empty if it is 1 for
/// all classes.
std::vector<std::uint16_t> lanes_of_classes(Network const& network, ForwardSettings& settings) {
  std::vector<std::uint16_t> lanes(network.classes().size(), 1);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const bandwidth = settings.bandwidth_of(network, {c});
    if (bandwidth == 1) continue;
    if (std::isnan(bandwidth) || bandwidth <= 0 || bandwidth > 65535)
      throw InputError{"a channel has bandwidth " + format_number(bandwidth),
                       "the store-and-forward engine supports bandwidths in (0, 65535] messages per round"};
    settings.uneven = true;
    settings.fractional |= bandwidth != std::floor(bandwidth);
    auto& maximum = lanes[network.class_indices()[c]];
    maximum = std::max(maximum, static_cast<std::uint16_t>(std::ceil(bandwidth)));
  }
  if (std::ranges::max(lanes) == 1) lanes.clear();
  return lanes;
}

/// Returns, by channel, the cable length in millimeters.
std::vector<std::uint32_t> channel_distances(Network const& network, Layout const& layout) {
  std::vector<std::uint32_t> distances(network.num_channels());
  parallel_chunks(network.num_routers(), 4096, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const from = layout.cell(r);
      for (std::uint16_t p = 0, ports = network.degree(r); p < ports; ++p) {
        auto const c = network.channel(r, {p});
        distances[c.v] = static_cast<std::uint32_t>(
            std::llround(layout.meters_between(from, layout.cell(network.target(c))) * 1000));
      }
    }
  });
  return distances;
}

/// Returns, by class, the mean cable length in meters, from the lengths of all channels in millimeters; 0 if
/// there are no lengths.
std::vector<double> mean_cables(Network const& network, std::size_t classes,
                                std::vector<std::uint32_t> const& distances) {
  std::vector<std::uint64_t> sums(classes), cables(classes);
  for (std::size_t c = 0; c < distances.size(); ++c) {
    if (distances[c] == 0 || network.channel_failed({static_cast<std::uint32_t>(c)})) continue;
    auto const of_class = network.class_indices()[c];
    sums[of_class] += distances[c];
    ++cables[of_class];
  }
  std::vector<double> means(classes);
  for (std::size_t i = 0; i < classes; ++i)
    if (cables[i] > 0) means[i] = static_cast<double>(sums[i]) / 1000 / static_cast<double>(cables[i]);
  return means;
}

ForwardSettings make_settings(StoreAndForward::Params const& params, ForwardJob const& job) {
  auto const classes = job.network.classes().size() - 2;
  ForwardSettings settings{.seed = job.seed,
                           .order = params.queue,
                           .bandwidth = values_of_classes("bandwidth", params.bandwidth, classes),
                           .loss = params.loss,
                           .jitter = params.jitter,
                           .channel_loads = params.loads,
                           .beta_ns_per_meter = job.delay_model.beta_ns_per_meter};
  if (!params.track) return settings;
  if (job.layout != nullptr) settings.distances = channel_distances(job.network, *job.layout);
  settings.times = RoundTimes(job.delay_model, mean_cables(job.network, classes, settings.distances));
  return settings;
}

void check_terminals(ForwardJob const& job, Traffic const& traffic) {
  if (traffic.num_terminals() != job.network.num_terminals())
    throw InputError{"the traffic is for " + std::to_string(traffic.num_terminals()) + " terminals",
                     "the network has " + std::to_string(job.network.num_terminals())};
}

/// Returns the memory, in bytes, of the rank that requires the most: all its messages and, for each thread,
/// the simultaneous arrivals of a chunk, both as Arrivals and as a stream.
template <class M>
std::uint64_t bytes_needed(ForwardJob const& job, Traffic const& traffic, Wiring const& wiring) {
  auto const own = wiring.own_chunks();
  std::uint64_t maximum = 0, all = 0;
  for (auto i = own.begin; i < own.end; ++i) {
    throw_if_interrupted();
    auto const messages = messages_into(wiring.chunks()[i], job.network, traffic);
    maximum = std::max(maximum, messages);
    all += messages;
  }
  constexpr std::uint64_t router_port_and_next = 8;
  return max_over_ranks(all * sizeof(M) + maximum *
                                              std::min<std::uint64_t>(num_threads(), own.end - own.begin) *
                                              (2 * sizeof(M) + router_port_and_next));
}

template <class M>
ForwardResult run_one_shot(ForwardJob const& job, Traffic const& traffic, ForwardSetup const& setup,
                           std::uint64_t max_rounds) {
  require_memory(bytes_needed<M>(job, traffic, setup.wiring),
                 fmt::format("{} messages", traffic.num_messages()), "reduce the number of messages");
  auto const kernel = make_kernel<M>(job, setup);
  Entrance<M> const entrance(job.network, job.routing, job.seed);
  OneShot<M> source(job.network, entrance, traffic);
  job.progress.start(job.routing.deflection() != nullptr ? "deflection" : "store and forward",
                     traffic.num_messages(), "messages");
  std::uint64_t round = 1, delivered = 0;
  do {
    kernel->advance(round, source);
    job.progress.advance(kernel->delivered() - delivered);
    delivered = kernel->delivered();
  } while (kernel->in_flight() > 0 && round++ != max_rounds);
  job.progress.finish();
  auto const counts = kernel->take_counts();
  return {.rounds = counts.delay.max(),
          .messages = counts.injected + counts.unreachable,
          .delivered = counts.delivered,
          .unreachable = counts.unreachable,
          .lost_pairs = counts.lost.pairs(),
          .hops = counts.hops,
          .transmissions = counts.transmissions,
          .duplicates = counts.duplicates,
          .deflections = counts.deflections,
          .delay = counts.delay,
          .delays = counts.delays,
          .longest_queue = counts.longest_queue,
          .loads = class_loads(job.network, kernel->loads())};
}

}  // namespace

std::vector<ClassLoad> class_loads(Network const& network, std::span<std::uint32_t const> loads) {
  std::vector<ClassLoad> sums;
  for (std::size_t i = 0; i + 2 < network.classes().size(); ++i)
    sums.push_back({.name = network.classes()[i].name});
  for (std::size_t c = 0; c < network.num_channels(); ++c) {
    if (network.channel_failed({static_cast<std::uint32_t>(c)})) continue;
    auto& sum = sums[network.class_indices()[c]];
    ++sum.channels;
    if (loads.empty()) continue;
    sum.messages += loads[c];
    sum.max = std::max<std::uint64_t>(sum.max, loads[c]);
  }
  for (auto& sum : sums) {
    sum.messages = sum_over_ranks(sum.messages);
    sum.max = max_over_ranks(sum.max);
  }
  return sums;
}

ForwardSetup::ForwardSetup(StoreAndForward::Params const& params, ForwardJob const& job,
                           Traffic const& traffic)
    : settings((check_terminals(job, traffic), make_settings(params, job))),
      wiring(job.network, lanes_of_classes(job.network, settings), job.progress) {}

ForwardResult StoreAndForward::run(ForwardJob const& job, Traffic const& traffic) const {
  ForwardSetup const setup(params_, job, traffic);
  if (params_.track) return run_one_shot<FollowedMessage>(job, traffic, setup, params_.max_rounds);
  if (params_.queue == QueueOrder::farthest_first || job.routing.deflection() != nullptr)
    return run_one_shot<FullMessage>(job, traffic, setup, params_.max_rounds);
  if (job.routing.traits().has_state)
    return run_one_shot<StatefulMessage>(job, traffic, setup, params_.max_rounds);
  return run_one_shot<CompactMessage>(job, traffic, setup, params_.max_rounds);
}

Estimate estimate_forward(NetworkSize const& size, StoreAndForward::Params const& params,
                          ForwardWork const& work) {
  constexpr double seconds_per_hop = 40e-9, seconds_per_channel = 100e-9,
                   seconds_per_channel_and_round = 1e-9;
  constexpr double bytes_per_channel = 17;  // wiring, queues, loads and slots
  auto const channels = static_cast<double>(size.channels);
  auto const message = params.track                                 ? sizeof(FollowedMessage)
                       : params.queue == QueueOrder::farthest_first ? sizeof(FullMessage)
                                                                    : sizeof(CompactMessage);
  auto const seconds = work.messages * work.hops * seconds_per_hop +
                       channels * (seconds_per_channel + work.rounds * seconds_per_channel_and_round);
  auto const bytes =
      channels * (bytes_per_channel + (params.track ? 4 : 0)) + work.messages * static_cast<double>(message);
  auto const chunks = channels / static_cast<double>(Wiring::slots_of_a_chunk(size.channels));
  return {bytes, seconds, useful_threads(chunks, seconds)};
}

}  // namespace weft::rounds
