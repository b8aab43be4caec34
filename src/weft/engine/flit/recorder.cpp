// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/recorder.hpp"

#include <algorithm>
#include <type_traits>

#include "weft/core/ranks.hpp"
#include "weft/engine/flit/allocator.hpp"

namespace weft::flit {
namespace {

/// Adds rows 2 k and 2 k + 1, of `width` elements each, and stores the sum in row k.
template <class T>
void merge_rows(std::vector<T>& rows, std::size_t width) {
  auto const add = [](T& to, T const& from) {
    if constexpr (std::is_integral_v<T>)
      to += from;
    else
      to.merge(from);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto const row = i / width / 2, place = row * width + i % width;
    if (place == i) continue;
    if (i / width % 2 == 0)
      rows[place] = rows[i];
    else
      add(rows[place], rows[i]);
  }
  auto const count = rows.size() / std::max<std::size_t>(width, 1);
  rows.resize((count + 1) / 2 * width);
}

template <class T>
void sum_numbers(std::vector<T>& counts) {
  static_assert(std::is_standard_layout_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0);
  sum_over_ranks(std::span(reinterpret_cast<std::uint64_t*>(counts.data()),
                           counts.size() * (sizeof(T) / sizeof(std::uint64_t))));
}

}  // namespace

std::size_t Recorder::row_of(std::uint64_t cycle) const {
  return static_cast<std::size_t>(cycle / recording_.sum_.interval);
}

template <class Count>
void Recorder::count(std::size_t row, Packet const& packet, Count const& count_in) {
  count_in(network_[row]);
  if (!classes_.empty()) count_in(classes_[row * recording_.sum_.num_classes + packet.traffic_class]);
}

Timeline::Port& Recorder::port(std::uint32_t out) {
  return recording_.sum_.ports[row_ * recording_.sum_.num_ports + out];
}

void Recorder::begin_cycle(std::uint64_t now) {
  now_ = now;
  auto const row = static_cast<std::size_t>(now / recording_.sum_.interval);
  if (row == row_) return;
  count_sent();
  row_ = row;
}

void Recorder::begin_packet(Packet const& packet) {
  count(row_of(packet.creation_cycle), packet, [&](Timeline::Interval& interval) {
    ++interval.created;
    interval.offered += packet.flits;
  });
  count(row_, packet, [](Timeline::Interval& interval) { ++interval.started; });
}

void Recorder::drop_packet(Packet const& packet) {
  count(row_of(packet.creation_cycle), packet, [](Timeline::Interval& interval) { ++interval.created; });
  count(row_, packet, [](Timeline::Interval& interval) { ++interval.dropped; });
}

void Recorder::send(Packet const& packet) {
  auto& sum = recording_.sum_;
  count(row_, packet, [](Timeline::Interval& interval) { ++interval.sent; });
  ++sum.sent[row_ * sum.num_terminals + packet.source];
  if (!sum.pair_sent.empty())
    ++sum.pair_sent[(row_ * sum.num_terminals + packet.source) * sum.num_terminals + packet.terminal];
}

void Recorder::receive(Packet const& packet, bool is_last) {
  auto& sum = recording_.sum_;
  count(row_, packet, [&](Timeline::Interval& interval) {
    ++interval.received;
    if (!is_last) return;
    ++interval.delivered;
    interval.latency += now_ - packet.creation_cycle;
  });
  ++sum.received[row_ * sum.num_terminals + packet.terminal];
  if (!sum.pair_received.empty())
    ++sum.pair_received[(row_ * sum.num_terminals + packet.source) * sum.num_terminals + packet.terminal];
}

void Recorder::before_allocation(Routers const& routers) {
  auto const& network = routers.network;
  ready_.clear();
  for (auto in = network.first_in(routers_.first); in < network.first_in(routers_.last); ++in) {
    auto const first_out = network.first_out(network.router_of_in(in));
    auto const ready = routers.in_port[in].ready;
    for (std::uint32_t v = 0; v < routers.vcs; ++v) {
      auto const index = routers.place(in, v);
      auto const& input = routers.input[index];
      if (input.count == 0 || input.phase != VcState::active) continue;
      if ((ready >> v & 1) != 0)
        ready_.push_back({index, input.count});
      else
        ++port(first_out + input.out).stalled[static_cast<std::size_t>(Timeline::Stall::no_credit)];
    }
  }
}

void Recorder::after_allocation(Routers const& routers) {
  auto const& network = routers.network;
  for (auto const& waiting : ready_) {
    auto const& input = routers.input[waiting.index];
    if (input.count != waiting.flits) continue;
    auto const first_out = network.first_out(network.router_of_in(routers.port_of(waiting.index)));
    ++port(first_out + input.out).stalled[static_cast<std::size_t>(Timeline::Stall::no_switch)];
  }
  for (auto in = network.first_in(routers_.first); in < network.first_in(routers_.last); ++in)
    for_each_bit(routers.in_port[in].allocating, [&](std::uint32_t v) {
      auto const& first = routers.candidate[routers.place(in, v) * routers.width];
      ++port(network.first_out(network.router_of_in(in)) + first.port)
            .stalled[static_cast<std::size_t>(Timeline::Stall::no_vc)];
    });
  for (auto out = network.first_out(routers_.first); out < network.first_out(routers_.last); ++out)
    port(out).queue += static_cast<std::uint64_t>(routers.credits_in_use(out));
}

void Recorder::count_sent() {
  auto const& network = recording_.network_;
  for (auto out = network.first_out(routers_.first); out < network.first_out(routers_.last); ++out) {
    auto const sent = recording_.state_.out_port[out].sent;
    port(out).flits += sent - recording_.counted_[out];
    recording_.counted_[out] = sent;
  }
}

std::uint64_t Recording::numbers(std::uint64_t ports, std::uint64_t terminals, bool pairs) {
  return ports * (sizeof(Timeline::Port) / sizeof(std::uint64_t)) + 2 * terminals +
         (pairs ? 2 * terminals * terminals : 0);
}

Recording::Recording(FlitNetwork const& network, State const& state, std::uint64_t interval, bool pairs,
                     std::vector<RouterRange> const& partitions, std::size_t classes, std::uint64_t maximum)
    : network_(network),
      state_(state),
      pairs_(pairs),
      max_intervals_(std::max<std::uint64_t>(
          maximum / std::max<std::uint64_t>(numbers(network.num_out(), network.num_terminals(), pairs), 1),
          1)),
      counted_(network.num_out()) {
  sum_.interval = interval;
  sum_.num_ports = network.num_out();
  sum_.num_terminals = network.num_terminals();
  sum_.num_classes = classes;
  for (auto const& range : partitions) recorders_.emplace_back(*this, range);
  resize(1);
}

void Recording::resize(std::size_t intervals) {
  sum_.ports.resize(intervals * sum_.num_ports);
  for (auto* of_terminals : {&sum_.sent, &sum_.received})
    of_terminals->resize(intervals * sum_.num_terminals);
  if (pairs_)
    for (auto* of_pairs : {&sum_.pair_sent, &sum_.pair_received})
      of_pairs->resize(intervals * sum_.num_terminals * sum_.num_terminals);
  for (auto& recorder : recorders_) {
    recorder.network_.resize(intervals);
    recorder.classes_.resize(intervals * sum_.num_classes);
  }
}

void Recording::reserve(std::uint64_t end) {
  auto const needed = [&] { return (end + sum_.interval - 1) / sum_.interval; };
  while (needed() > max_intervals_) double_interval();
  if (auto const intervals = static_cast<std::size_t>(needed()); intervals > recorders_[0].network_.size())
    resize(intervals);
}

void Recording::double_interval() {
  count_sent();
  sum_.interval *= 2;
  merge_rows(sum_.ports, sum_.num_ports);
  for (auto* of_terminals : {&sum_.sent, &sum_.received}) merge_rows(*of_terminals, sum_.num_terminals);
  for (auto* of_pairs : {&sum_.pair_sent, &sum_.pair_received})
    merge_rows(*of_pairs, sum_.num_terminals * sum_.num_terminals);
  for (auto& recorder : recorders_) {
    merge_rows(recorder.network_, 1);
    merge_rows(recorder.classes_, sum_.num_classes);
    recorder.row_ /= 2;
  }
}

void Recording::count_sent() {
  for (auto& recorder : recorders_) recorder.count_sent();
}

void Recording::reset_sent() { std::ranges::fill(counted_, std::uint64_t{0}); }

Timeline Recording::figures(std::uint64_t now) const {
  auto figures = sum_;
  figures.cycles = now;
  auto const intervals = static_cast<std::size_t>((now + figures.interval - 1) / figures.interval);
  figures.network.resize(intervals);
  figures.classes.resize(intervals * figures.num_classes);
  figures.ports.resize(intervals * figures.num_ports);
  for (auto* of_terminals : {&figures.sent, &figures.received})
    of_terminals->resize(intervals * figures.num_terminals);
  if (pairs_)
    for (auto* of_pairs : {&figures.pair_sent, &figures.pair_received})
      of_pairs->resize(intervals * figures.num_terminals * figures.num_terminals);
  for (auto const& recorder : recorders_) {
    for (std::size_t i = 0; i < intervals; ++i) figures.network[i].merge(recorder.network_[i]);
    for (std::size_t i = 0; i < figures.classes.size(); ++i) figures.classes[i].merge(recorder.classes_[i]);
  }
  auto const own = state_.own_out;
  for (auto out = own.first; intervals > 0 && out < own.last; ++out)
    figures.ports[(intervals - 1) * figures.num_ports + out].flits +=
        state_.out_port[out].sent - counted_[out];
  return figures;
}

void add_ranks(Timeline& figures) {
  if (num_ranks() == 1) return;
  sum_numbers(figures.network);
  sum_numbers(figures.classes);
  sum_numbers(figures.ports);
  for (auto* numbers : {&figures.sent, &figures.received, &figures.pair_sent, &figures.pair_received})
    sum_numbers(*numbers);
}

void Timeline::Interval::merge(Interval const& other) {
  created += other.created;
  offered += other.offered;
  started += other.started;
  dropped += other.dropped;
  delivered += other.delivered;
  latency += other.latency;
  sent += other.sent;
  received += other.received;
}

void Timeline::Port::merge(Port const& other) {
  flits += other.flits;
  queue += other.queue;
  for (std::size_t cause = 0; cause < num_stall_causes; ++cause) stalled[cause] += other.stalled[cause];
}

std::vector<std::uint64_t> Timeline::waiting() const {
  std::vector<std::uint64_t> packets;
  std::uint64_t sum = 0;
  for (auto const& interval : network)
    packets.push_back(sum += interval.created - interval.started - interval.dropped);
  return packets;
}

std::vector<std::uint64_t> Timeline::in_flight() const {
  std::vector<std::uint64_t> packets;
  std::uint64_t sum = 0;
  for (auto const& interval : network) packets.push_back(sum += interval.started - interval.delivered);
  return packets;
}

}  // namespace weft::flit
