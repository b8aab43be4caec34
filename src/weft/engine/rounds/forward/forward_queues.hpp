// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/zeroed_array.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"

namespace weft::rounds {

/// The rear parts of long queues of a chunk; their front parts, the runs, are in the stream of the chunk.
/// Every message of a run precedes every message of the overflow in the order of the queue: by decreasing
/// key, then by arrival.
template <class M>
class Overflow {
 public:
  class Queue {
   public:
    std::uint64_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// Returns the key of the first message; the queue must not be empty.
    std::uint32_t first_key() const { return by_key_.begin()->first; }
    void push_back(M const& message) {
      by_key_[key_of(message)].push_back(message);
      ++size_;
    }
    void push_front(M const& message) {
      by_key_[key_of(message)].push_front(message);
      ++size_;
    }
    M pop_front() {
      auto const first = by_key_.begin();
      M const message = first->second.front();
      first->second.pop_front();
      if (first->second.empty()) by_key_.erase(first);
      --size_;
      return message;
    }

   private:
    std::map<std::uint32_t, std::deque<M>, std::greater<>> by_key_;
    std::uint64_t size_ = 0;
  };

  /// Returns the queue of a channel of the chunk; creates it if necessary.
  Queue& queue(std::uint32_t channel) { return queues_[channel]; }
  /// Calls visit(channel, size) for every queue, in any order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (auto const& [channel, queue] : queues_) visit(channel, queue.size());
  }
  void erase(std::uint32_t channel) { queues_.erase(channel); }
  /// Returns the number of queues.
  std::size_t queues() const { return queues_.size(); }

 private:
  std::unordered_map<std::uint32_t, Queue> queues_;
};

/// Messages in flight on the asynchronous channels of a chunk. A transmission lasts U[0, jitter) additional
/// rounds, rounded to an integer without bias, but messages leave a channel in order, and at most as many per
/// round as its bandwidth allows.
template <class M>
class DelayLine {
 public:
  struct DelayedMessage {
    Wiring::Link link;
    std::uint32_t lane;
    M message;
  };

  explicit DelayLine(double jitter = 0) : jitter_(jitter) {}

  std::size_t size() const { return size_; }
  /// Writes the messages that arrive at the end of round `round` to the wire.
  void release(std::uint64_t round, typename Wire<M>::Sender::Writer const& writer) {
    auto const now = due_.find(round);
    if (now == due_.end()) return;
    for (auto const& each : now->second) writer.put(each.link, each.lane, each.message);
    size_ -= now->second.size();
    due_.erase(now);
  }
  /// Returns the round at the end of which a message arrives that enters a channel in round `round`. `word`:
  /// random bits. `last`: the last occupied lane slot of the channel, updated to the slot of the message.
  std::uint64_t arrival(std::uint64_t round, std::uint64_t word, std::uint32_t lanes,
                        std::uint64_t& last) const {
    last = std::max(last + 1, (round + extra_rounds(jitter_, word)) * lanes);
    return last / lanes;
  }
  /// Accepts a message that enters a channel in round `round` and arrives at the end of round `arrival`.
  void take(std::uint64_t round, std::uint64_t arrival, std::uint32_t lane, Wiring::Link link,
            M const& message, typename Wire<M>::Sender::Writer const& writer) {
    if (arrival == round) return writer.put(link, lane, message);
    due_[arrival].push_back({link, lane, message});
    ++size_;
  }
  /// Returns U[0, jitter) rounded up or down at random, so that the mean is jitter / 2.
  static std::uint64_t extra_rounds(double jitter, std::uint64_t word) {
    auto const first = static_cast<double>(word >> 32) * 0x1p-32,
               second = static_cast<double>(word & 0xffffffff) * 0x1p-32;
    return static_cast<std::uint64_t>(first * jitter + second);
  }

 private:
  double jitter_;
  std::size_t size_ = 0;
  std::unordered_map<std::uint64_t, std::vector<DelayedMessage>> due_;  ///< by round of arrival
};

/// Output queues of all channels. The waiting messages of a chunk are one stream, grouped by channel. The
/// sweep of each round copies the stream, removes the heads and adds the arrivals; hence memory is accessed
/// sequentially, and there is only one byte per channel in addition to the waiting messages. Messages of a
/// queue beyond `run_limit` are in Overflow, so that long queues are not copied.
template <class M>
class ForwardQueues {
 public:
  ForwardQueues(Network const& network, Wiring const& wiring, ForwardSettings const& settings)
      : network_(network),
        wiring_(wiring),
        settings_(settings),
        plain_(settings.plain()),
        states_(wiring.chunks().size()),
        run_length_(network.num_channels()),
        ready_(settings.fractional ? network.num_channels() : 0),
        unsettled_moves_(settings.loss > 0 ? network.num_channels() : 0),
        last_arrival_(settings.jitter > 0 ? network.num_channels() : 0),
        loads_(settings.channel_loads ? network.num_channels() : 0) {
    for (auto& state : states_) state.delayed = DelayLine<M>(settings.jitter);
  }

  /// Returns the number of messages that wait in the chunk or are in flight on its channels.
  std::size_t waiting(std::size_t chunk) const {
    return states_[chunk].waiting + states_[chunk].delayed.size();
  }
  /// Writes the queue length of each channel of the chunk to `out`.
  void lengths(Wiring::Chunk const& chunk, std::vector<std::uint32_t>& out) const {
    auto const* const marks = run_length_.data() + chunk.first_channel;
    out.resize(chunk.channels);
    for (std::uint32_t c = 0; c < chunk.channels; ++c) out[c] = marks[c] & ~std::uint32_t{overflow_flag};
    states_[static_cast<std::size_t>(&chunk - wiring_.chunks().data())].overflow.for_each(
        [&](std::uint32_t channel, std::uint64_t size) { out[channel] += static_cast<std::uint32_t>(size); });
  }
  /// Adds the linked arrivals of chunk `index` to its queues, and sends the first messages of every non-empty
  /// queue to s.sender.
  void sweep(std::size_t index, std::uint64_t round, Scratch<M>& s) {
    auto& state = states_[index];
    auto const& chunk = wiring_.chunks()[index];
    auto* const loads = loads_.empty() ? nullptr : loads_.data() + chunk.first_channel;
    auto* const first = s.first.data();
    auto* const fresh = s.fresh.data();
    M* const out_begin = s.stream.prepare(state.waiting + s.arrivals.size +
                                          state.overflow.queues() * (run_limit + std::size_t{1}));
    Place place{.writer = s.sender.writer(),
                .links = wiring_.links(chunk),
                .arrivals = s.arrivals.message.data(),
                .next = s.arrivals.next.data(),
                .overflow = &state.overflow,
                .lengths = run_length_.data() + chunk.first_channel,
                .first_channel = chunk.first_channel,
                .round = round,
                .in = state.stream.data(),
                .out = out_begin,
                .delayed = &state.delayed,
                .losses = RandomWords(settings_.seed, Purpose::loss, round),
                .delays = RandomWords(settings_.seed, Purpose::delay, round)};
    if (settings_.jitter > 0) state.delayed.release(round, place.writer);
    for (std::uint32_t base = 0; base < chunk.channels; base += 64) {
      auto const rest = chunk.channels - base;
      auto mask = nonzero_bytes(place.lengths + base, rest) | nonzero_bytes(fresh + base);
      for (; mask != 0; mask &= mask - 1) {
        auto const channel = base + static_cast<std::uint32_t>(std::countr_zero(mask));
        auto const arrival = first[channel];
        first[channel] = Scratch<M>::none;
        auto const before = place.hops;
        if (plain_ && place.lengths[channel] < run_limit) [[likely]]
          take_fast(place, channel, arrival);
        else
          take_general(place, channel, arrival);
        if (loads != nullptr) loads[channel] += static_cast<std::uint32_t>(place.hops - before);
      }
    }
    std::fill_n(fresh, chunk.channels, std::uint8_t{0});
    s.counts.hops += place.hops;
    s.counts.transmissions += settings_.loss > 0 ? place.transmissions : place.hops;
    s.counts.duplicates += place.duplicates;
    s.counts.longest_queue = std::max(s.counts.longest_queue, place.longest);
    state.waiting = static_cast<std::size_t>(place.out - out_begin);
    std::swap(state.stream, s.stream);
  }
  /// Returns the number of messages that each channel of this rank has carried so far, 0 for other channels;
  /// empty if loads are not counted.
  std::span<std::uint32_t const> loads() const { return loads_; }

 private:
  static constexpr std::uint32_t run_limit = 120, run_refill = 16;
  static constexpr std::uint8_t overflow_flag = 128;
  struct State {
    Buffer<M> stream;
    std::size_t waiting = 0;  ///< number of messages in the stream
    Overflow<M> overflow;
    DelayLine<M> delayed;
  };
  /// State of the first message of a channel's queue at the sender, if transmissions may be lost.
  enum class UnsettledMove : std::uint8_t { none, sent, received };
  /// Cursors of the sweep over the channels of a chunk.
  struct Place {
    typename Wire<M>::Sender::Writer writer{};
    Wiring::Link const* links{};
    M const* arrivals{};
    std::uint32_t const* next{};  ///< by arrival: next arrival of the same channel
    Overflow<M>* overflow{};
    std::uint8_t* lengths{};
    std::uint64_t first_channel = 0, round = 0;
    M const* in{};
    M* out{};
    DelayLine<M>* delayed{};
    RandomWords losses, delays;
    std::uint64_t hops = 0, longest = 0, transmissions = 0, duplicates = 0;
  };
  /// Adds the arrivals of a channel to its queue and sends one message. Requires the order first come, first
  /// served, and a queue that has no overflow.
  void take_fast(Place& place, std::uint32_t channel, std::uint32_t arrival) const {
    std::uint32_t length = place.lengths[channel];
    if (length > 0) {
      M first = place.in[0];
      enter(place, channel, first);
      place.writer.put(place.links[channel], 0, first);
      copy_run(place.out, place.in + 1, --length);
      place.in += length + 1;
      place.out += length;
    } else {
      M first = place.arrivals[arrival];
      enter(place, channel, first);
      place.writer.put(place.links[channel], 0, first);
      arrival = place.next[arrival];
    }
    for (; arrival != Scratch<M>::none && length < run_limit; arrival = place.next[arrival], ++length)
      *place.out++ = place.arrivals[arrival];
    place.lengths[channel] = static_cast<std::uint8_t>(length);
    std::uint64_t total = length + 1;
    if (arrival != Scratch<M>::none) [[unlikely]] {
      auto& rest = place.overflow->queue(channel);
      InterruptCheck check;
      for (; arrival != Scratch<M>::none; arrival = place.next[arrival], check())
        rest.push_back(place.arrivals[arrival]);
      place.lengths[channel] |= overflow_flag;
      total += rest.size();
    }
    place.longest = std::max(place.longest, total);
  }
  /// Adds the arrivals of a channel to its queue and sends messages, for any queue order, bandwidth and
  /// length.
  void take_general(Place& place, std::uint32_t channel, std::uint32_t arrival) {
    std::uint32_t length = place.lengths[channel] & ~overflow_flag;
    copy_run(place.out, place.in, length);
    place.in += length;
    InterruptCheck check;
    for (; arrival != Scratch<M>::none; arrival = place.next[arrival], check())
      enqueue(place, channel, place.arrivals[arrival], length);
    auto const more =
        (place.lengths[channel] & overflow_flag) != 0 ? place.overflow->queue(channel).size() : 0;
    place.longest = std::max(place.longest, length + more);
    length = send(place, channel, length);
    place.out += length;
    place.lengths[channel] = static_cast<std::uint8_t>((place.lengths[channel] & overflow_flag) | length);
  }
  /// Inserts a message into the run of `length` messages at place.out, or into the overflow.
  void enqueue(Place& place, std::uint32_t channel, M const& message, std::uint32_t& length) const {
    auto& mark = place.lengths[channel];
    auto const key = key_of(message);
    if ((mark & overflow_flag) != 0) {
      if (auto& rest = place.overflow->queue(channel); key <= rest.first_key())
        return rest.push_back(message);
    }
    auto position = length++;
    std::uint32_t const fixed =
        !unsettled_moves_.empty() && unsettled_moves_[place.first_channel + channel] != UnsettledMove::none
            ? 1
            : 0;
    for (; position > fixed && key_of(place.out[position - 1]) < key; --position)
      place.out[position] = place.out[position - 1];
    place.out[position] = message;
    if (length <= run_limit) return;
    place.overflow->queue(channel).push_front(place.out[--length]);
    mark |= overflow_flag;
  }
  /// Removes the first `sent` messages from the run of `length` messages at place.out, and refills the run
  /// from the overflow if it is short.
  void refill(Place& place, std::uint32_t channel, std::uint32_t sent, std::uint32_t& length) const {
    std::copy(place.out + sent, place.out + length, place.out);
    length -= sent;
    auto& mark = place.lengths[channel];
    if ((mark & overflow_flag) == 0 || length >= run_refill) return;
    auto& rest = place.overflow->queue(channel);
    while (length < run_limit && !rest.empty()) place.out[length++] = rest.pop_front();
    if (!rest.empty()) return;
    place.overflow->erase(channel);
    mark &= static_cast<std::uint8_t>(~overflow_flag);
  }
  /// Sends messages from the run of `length` messages at place.out, up to the bandwidth of the channel.
  /// Returns the remaining length.
  std::uint32_t send(Place& place, std::uint32_t channel, std::uint32_t length) {
    std::uint32_t begin = 0;
    for (std::uint32_t lane = 0;; ++lane) {
      if (begin == length) refill(place, channel, std::exchange(begin, 0), length);
      if (length == 0 || !admit(place, channel, lane) || !transmit(place, channel, lane, place.out[begin]))
        break;
      ++begin;
    }
    refill(place, channel, begin, length);
    return length;
  }
  /// Returns whether the channel can carry one more message in this round, after `lane` messages.
  bool admit(Place const& place, std::uint32_t channel, std::uint32_t lane) {
    if (!settings_.uneven) return lane == 0;
    auto const c = place.first_channel + channel;
    auto const bandwidth = settings_.bandwidth_of(network_, {static_cast<std::uint32_t>(c)});
    if (!settings_.fractional) return lane < bandwidth;
    auto const begin = static_cast<double>(place.round - 1), start = std::max(ready_[c], begin);
    if (start >= begin + 1 - 1e-9) return false;
    ready_[c] = start + 1 / bandwidth;
    return true;
  }
  /// Transmits the first message of a queue (stop and wait); returns whether it was acknowledged. A message
  /// that was received but not acknowledged is repeated, and the receiver drops the duplicate.
  bool transmit(Place& place, std::uint32_t channel, std::uint32_t lane, M const& message) {
    if (unsettled_moves_.empty()) {
      launch(place, channel, lane, message);
      return true;
    }
    auto const c = place.first_channel + channel;
    auto const word = place.losses(transmission_name(c, lane));
    auto const is_lost = [&](std::uint64_t bits) {
      return static_cast<double>(bits & 0xffffffff) * 0x1p-32 < settings_.loss;
    };
    auto& move_state = unsettled_moves_[c];
    ++place.transmissions;
    if (is_lost(word)) {
      move_state = std::max(move_state, UnsettledMove::sent);
      return false;
    }
    if (move_state == UnsettledMove::received)
      ++place.duplicates;
    else
      launch(place, channel, lane, message);
    move_state = is_lost(word >> 32) ? UnsettledMove::received : UnsettledMove::none;
    return move_state == UnsettledMove::none;
  }
  /// Counts a hop, and records it in the message if paths are recorded.
  void enter(Place& place, std::uint32_t channel, M& message) const {
    if constexpr (is_followed<M>) {
      auto const c = place.first_channel + channel;
      ++message.hops;
      if (!settings_.distances.empty()) message.distance += settings_.distances[c];
      message.hop_ps += settings_.times.hop_ps(network_.class_of({static_cast<std::uint32_t>(c)}).v);
      count_rounds(place.round, channel, place, message);
    }
    ++place.hops;
  }
  /// Adds the time of the rounds up to `last`, in which the message waited for a channel or crossed it.
  void count_rounds(std::uint64_t last, std::uint32_t channel, Place const& place, M& message) const {
    if constexpr (is_followed<M>) {
      ChannelIndex const c{static_cast<std::uint32_t>(place.first_channel + channel)};
      message.time_ps += (last - message.counted) * settings_.times.round_ps(network_.class_of(c).v);
      message.counted = last;
    }
  }
  /// Sends a message over a channel, with a delay if the channels are asynchronous.
  void launch(Place& place, std::uint32_t channel, std::uint32_t lane, M message) {
    enter(place, channel, message);
    if (last_arrival_.empty()) return place.writer.put(place.links[channel], lane, message);
    auto const c = place.first_channel + channel;
    auto const bandwidth = settings_.bandwidth_of(network_, {static_cast<std::uint32_t>(c)});
    auto const lanes = static_cast<std::uint32_t>(std::ceil(bandwidth));
    auto const arrival = place.delayed->arrival(place.round, place.delays(transmission_name(c, lane)), lanes,
                                                last_arrival_[c]);
    count_rounds(arrival, channel, place, message);
    place.delayed->take(place.round, arrival, static_cast<std::uint32_t>(last_arrival_[c] % lanes),
                        place.links[channel], message, place.writer);
  }

  Network const& network_;
  Wiring const& wiring_;
  ForwardSettings const& settings_;
  bool plain_;
  std::vector<State> states_;
  // Arrays indexed by channel of the network; a rank writes only the elements of its chunks.
  ZeroedArray<std::uint8_t> run_length_;  ///< length of the run; overflow_flag: the queue has an overflow
  ZeroedArray<double> ready_;             ///< time at which the channel is free, if bandwidths are fractional
  ZeroedArray<UnsettledMove> unsettled_moves_;  ///< if transmissions may be lost
  ZeroedArray<std::uint64_t> last_arrival_;     ///< last occupied lane slot, if transmissions are delayed
  ZeroedArray<std::uint32_t> loads_;
};

}  // namespace weft::rounds
