// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/deflection/deflection_kernel.hpp"

#include <algorithm>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"

namespace weft::rounds {
namespace {

/// Minimum number of messages in a batch; the messages of a router are in the same batch.
constexpr std::size_t messages_of_a_batch = 256;

void check_settings(ForwardSettings const& settings) {
  struct Rule {
    char const* what;
    bool given;
    char const *why, *suggestion;
  };
  for (auto const& rule :
       {Rule{"queue=farthest_first", settings.order != QueueOrder::fifo, "routers have no queues",
             "use deflection:priority=farthest"},
        {"loss", settings.loss > 0, "routers have no buffers from which to repeat a transmission", ""},
        {"jitter", settings.jitter > 0, "late messages would exceed the free channels", ""},
        {"a fractional bandwidth", settings.fractional,
         "each channel must carry a whole number of messages in every round", "use whole bandwidths"}})
    if (rule.given) throw conflict(rule.what, "routing=deflection", rule.why, rule.suggestion).at("engine");
}

}  // namespace

template <class M>
void DeflectionKernel<M>::Queue::pop(std::size_t count) {
  first += count;
  if (2 * first < messages.size()) return;
  messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(first));
  first = 0;
}

template <class M>
DeflectionKernel<M>::DeflectionKernel(Network const& network, Wiring const& wiring,
                                      PacketRouting const& routing, ForwardSettings const& settings)
    : network_(network),
      wiring_(wiring),
      routing_(routing),
      traits_(routing.traits()),
      rule_(routing.deflection()->rule),
      ranks_by_hops_(routing::ranks_by_hops(rule_.priority)),
      epoch_(routing.deflection()->epoch_hops()),
      settings_((check_settings(settings), settings)),
      code_(network.num_routers()),
      outputs_(network.num_routers()),
      queues_(network.num_routers()),
      waiting_(wiring.chunks().size()),
      sent_(network.num_terminals()),
      loads_(settings.channel_loads ? network.num_channels() : 0),
      rounds_(wiring) {
  std::iota(code_.begin(), code_.end(), 0u);
  routing.encode(code_);
  for (unsigned worker = 0; worker < num_threads(); ++worker)
    workers_.emplace_back(wiring, rule_.matching).counts = no_counts();
  auto& free = workers_.front();
  for (auto const& chunk : wiring.chunks())
    for (std::uint32_t i = 0; i < chunk.routers; ++i) {
      take_free_channels(chunk, i, free);
      outputs_[chunk.first_router + i] = std::accumulate(free.free.begin(), free.free.end(), 0u);
    }
}

template <class M>
ForwardCounts DeflectionKernel<M>::no_counts() const {
  ForwardCounts counts;
  counts.delays = DelayStatistics(settings_.beta_ns_per_meter);
  return counts;
}

/// Writes the number of messages that each output port of a router can send in a round to w.free.
template <class M>
void DeflectionKernel<M>::take_free_channels(Chunk const& chunk, std::uint32_t router, Worker& w) const {
  RouterId const r{chunk.first_router + router};
  auto const first = first_channel(chunk, router);
  w.free.assign(network_.degree(r), 1);
  if (!settings_.uneven && !network_.has_failures()) return;
  for (std::uint32_t p = 0; p < w.free.size(); ++p) {
    ChannelIndex const c{first + p};
    if (network_.channel_failed(c))
      w.free[p] = 0;
    else if (settings_.uneven)
      w.free[p] = static_cast<std::uint16_t>(settings_.bandwidth_of(network_, c));
  }
}

template <class M>
void DeflectionKernel<M>::deliver(M const& message, Worker& w) const {
  ++w.counts.delivered;
  w.counts.delay.add(round_ - 1 - message.creation_round);
  if constexpr (is_followed<M>)
    w.counts.delays.add({round_ - 1 - message.creation_round, message.hops, message.distance, message.hop_ps,
                         message.time_ps});
}

/// Appends the new messages of the chunk's terminals to the queues of their routers. Messages to a terminal
/// of the same router arrive immediately.
template <class M>
void DeflectionKernel<M>::collect(std::size_t chunk, MessageSource<M>& source, Worker& w) {
  auto const& routers = wiring_.chunks()[chunk];
  w.merged.size = 0;
  source.collect(routers, round_, w.merged, w.counts);
  for (std::size_t i = 0; i < w.merged.size; ++i) {
    auto& message = w.merged.message[i];
    message.key = sent_[message.source]++;
    auto const r = routers.first_router + w.merged.router[i];
    if (message.to == code_[r]) {
      deliver(message, w);
      continue;
    }
    queues_[r].messages.push_back(message);
    ++waiting_[chunk];
  }
}

/// Delivers the arrivals of a router that have reached their destination. Adds the other arrivals, and one
/// waiting message per free channel, to the moving messages.
template <class M>
void DeflectionKernel<M>::add_router(std::size_t chunk, std::uint32_t router, std::size_t& arrival,
                                     Worker& w) {
  auto const r = wiring_.chunks()[chunk].first_router + router;
  Group group{router, static_cast<std::uint32_t>(w.moving.size()), 0, 0};
  for (; arrival < w.arrivals.size && w.arrivals.router[arrival] == router; ++arrival) {
    auto const& message = w.arrivals.message[arrival];
    if (message.to == code_[r])
      deliver(message, w);
    else
      w.moving.push_back(message);
  }
  group.transit = static_cast<std::uint32_t>(w.moving.size()) - group.first;
  auto const& queue = queues_[r];
  w.counts.longest_queue = std::max<std::uint64_t>(w.counts.longest_queue, queue.size());
  group.entering =
      static_cast<std::uint32_t>(std::min<std::size_t>(outputs_[r] - group.transit, queue.size()));
  for (std::uint32_t i = 0; i < group.entering; ++i) w.moving.push_back(queue.messages[queue.first + i]);
  if (group.transit + group.entering > 0) w.groups.push_back(group);
}

/// Computes the productive ports of the moving messages and, if priorities depend on them, the remaining
/// hops.
template <class M>
void DeflectionKernel<M>::route(Chunk const& chunk, Worker& w) const {
  auto const width = traits_.width;
  auto const size = w.moving.size();
  w.good.resize(size * width);
  w.num_good.resize(size);
  w.hops_left.resize(size);
  auto& b = w.batch;
  auto group = w.groups.begin();
  for (std::size_t begin = 0; begin < size; begin += HeadBatch::size) {
    auto const count = std::min(HeadBatch::size, size - begin);
    for (std::size_t i = 0; i < count; ++i) {
      while (begin + i >= group->first + group->transit + group->entering) ++group;
      b.at[i] = {chunk.first_router + group->router};
      b.to[i] = w.moving[begin + i].to;
    }
    Heads const heads{.at = {b.at, count},
                      .to = {b.to, count},
                      .port = std::span(w.good).subspan(begin * width, count * width),
                      .candidates = std::span(w.num_good).subspan(begin, count)};
    routing_.route(heads);
    if (ranks_by_hops_) routing_.hops_left(heads, std::span(w.hops_left).subspan(begin, count));
  }
}

template <class M>
void DeflectionKernel<M>::rank_packets(Chunk const& chunk, Group const& group, Worker& w) const {
  RandomWords const draws(settings_.seed, Purpose::arbitration, round_);
  auto const golden =
      routing::golden_source(round_ - 1, epoch_, static_cast<std::uint32_t>(network_.num_terminals()));
  auto const size = group.transit + group.entering;
  w.packets.resize(size);
  w.out.resize(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    auto const at = group.first + i;
    auto const& message = w.moving[at];
    auto const draw = draws(std::uint64_t{chunk.first_router + group.router} << 32 | i);
    auto& packet = w.packets[i];
    packet.good = std::span(w.good).subspan(std::size_t{at} * traits_.width, w.num_good[at]);
    packet.draw = RandomWords::derived(draw)(0);
    packet.needs_good = i >= group.transit && rule_.entry == routing::DeflectionEntry::good_port;
    packet.rank = routing::rank_of(rule_.priority,
                                   {.creation_time = message.creation_round,
                                    .source = message.source,
                                    .number = message.key,
                                    .hops_left = w.hops_left[at],
                                    .good_ports = w.num_good[at],
                                    .draw = draw},
                                   golden);
  }
}

template <class M>
void DeflectionKernel<M>::count_hop(ChannelIndex c, M& message, Worker& w) {
  ++w.counts.hops;
  ++w.counts.transmissions;
  if (!loads_.empty()) ++loads_[c.v];
  if constexpr (is_followed<M>) {
    ++message.hops;
    if (!settings_.distances.empty()) message.distance += settings_.distances[c.v];
    auto const of_class = network_.class_of(c).v;
    message.hop_ps += settings_.times.hop_ps(of_class);
    message.time_ps += (round_ - message.counted) * settings_.times.round_ps(of_class);
    message.counted = round_;
  }
}

template <class M>
void DeflectionKernel<M>::send_group(std::size_t chunk, Group const& group, Worker& w) {
  auto const& routers = wiring_.chunks()[chunk];
  rank_packets(routers, group, w);
  take_free_channels(routers, group.router, w);
  w.assignment.assign(w.packets, w.free, w.out);
  auto const first = first_channel(routers, group.router);
  auto const* const links = wiring_.links(routers) + (first - routers.first_channel);
  auto const writer = w.sender.writer();
  auto& queue = queues_[routers.first_router + group.router];
  std::size_t kept = 0, entered = 0;
  for (std::uint32_t i = 0; i < w.packets.size(); ++i) {
    auto const port = w.out[i].v;
    if (port == routing::PortAssignment::waits.v) {  // put back at the front of the queue, in order
      queue.messages[queue.first + group.entering - 1 - kept++] = w.moving[group.first + i];
      continue;
    }
    entered += i >= group.transit;
    auto message = w.moving[group.first + i];
    auto const& good = w.packets[i].good;
    w.counts.deflections += std::ranges::find(good, w.out[i], {}) == good.end();
    count_hop({first + port}, message, w);
    writer.put(links[port], w.free[port], message);
    ++w.free[port];
  }
  if (kept > 1) {
    auto const last = queue.messages.begin() + static_cast<std::ptrdiff_t>(queue.first + group.entering);
    std::reverse(last - static_cast<std::ptrdiff_t>(kept), last);
  }
  if (entered > 0) queue.pop(entered);
  waiting_[chunk] -= entered;
}

template <class M>
void DeflectionKernel<M>::send_groups(std::size_t chunk, Worker& w) {
  throw_if_interrupted();
  route(wiring_.chunks()[chunk], w);
  for (auto const& group : w.groups) send_group(chunk, group, w);
  w.groups.clear();
  w.moving.clear();
}

template <class M>
void DeflectionKernel<M>::move(std::size_t chunk, Worker& w) {
  std::size_t arrival = 0;
  for (std::uint32_t router = 0; router < wiring_.chunks()[chunk].routers; ++router) {
    add_router(chunk, router, arrival, w);
    if (w.moving.size() >= messages_of_a_batch) send_groups(chunk, w);
  }
  if (!w.moving.empty()) send_groups(chunk, w);
}

template <class M>
void DeflectionKernel<M>::advance(std::uint64_t round, MessageSource<M>& source) {
  round_ = round;
  rounds_.run(
      round, source, workers_, [&](std::size_t chunk) { return waiting_[chunk]; },
      [&](std::size_t chunk, bool sends, Worker& w) {
        if (sends) collect(chunk, source, w);
        move(chunk, w);
      });
  totals_.update(workers_);
}

template class DeflectionKernel<FullMessage>;
template class DeflectionKernel<FollowedMessage>;

}  // namespace weft::rounds
