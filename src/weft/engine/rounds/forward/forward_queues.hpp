#pragma once

#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "weft/engine/rounds/forward/forward_delay_line.hpp"
#include "weft/engine/rounds/forward/forward_overflow.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"

namespace weft::rounds {

/// The output queues of all channels. The messages that wait in a chunk are one stream, grouped by channel in order, that a
/// round's sweep copies to another place, heads taken off and arrivals put in: memory is read and written in sequence only,
/// and costs one byte per channel besides the waiting messages. A queue longer than `run_limit` keeps its rest elsewhere
/// (Overflow), so that long queues are not copied.
template <class M>
class ForwardQueues {
 public:
  ForwardQueues(Network const& network, Wiring const& wiring, ForwardSettings const& settings);

  /// Messages that wait in the chunk or are held by its channels.
  std::size_t waiting(std::size_t chunk) const {
    return states_[chunk].waiting + states_[chunk].delayed.size();
  }
  /// The number of messages in the queue of each channel of the chunk.
  void lengths(Wiring::Chunk const& chunk, std::vector<std::uint32_t>& out) const;
  /// Takes in the linked arrivals of chunk number `index` and puts what its channels carry in this round on s.sender.
  void sweep(std::size_t index, std::uint64_t round, Scratch<M>& s);
  /// Messages carried by each channel so far; empty if not counted.
  std::span<std::uint32_t const> loads() const { return loads_; }

 private:
  static constexpr std::uint32_t run_limit = 120, run_refill = 16;
  static constexpr std::uint8_t overflow_flag = 128;
  struct State {
    Buffer<M> stream;
    std::size_t waiting = 0;  ///< messages in the stream
    Overflow<M> overflow;
    DelayLine<M> delayed;
  };
  /// What the sender of a channel knows of the first message of its queue while transmissions may be lost.
  enum class Doubt : std::uint8_t { none, sent, received };
  struct Place;
  void take_quickly(Place& place, std::uint32_t channel, std::uint32_t arrival) const;
  void take_slowly(Place& place, std::uint32_t channel, std::uint32_t arrival);
  void enqueue(Place& place, std::uint32_t channel, M const& message, std::uint32_t& length) const;
  void refill(Place& place, std::uint32_t channel, std::uint32_t sent, std::uint32_t& length) const;
  std::uint32_t send(Place& place, std::uint32_t channel, std::uint32_t length);
  bool admit(Place const& place, std::uint32_t channel, std::uint32_t lane);
  bool transmit(Place& place, std::uint32_t channel, std::uint32_t lane, M const& message);
  void enter(Place& place, std::uint32_t channel, M& message) const;
  void launch(Place& place, std::uint32_t channel, std::uint32_t lane, M message);

  Network const& network_;
  Wiring const& wiring_;
  ForwardSettings const& settings_;
  bool plain_;
  std::vector<State> states_;
  std::vector<std::uint8_t> run_length_;  ///< of each channel; overflow_flag: it has more in the overflow
  std::vector<double> ready_;  ///< when each channel is free again, if a bandwidth is not a whole number
  std::vector<Doubt> doubt_;   ///< of each channel, if transmissions may be lost
  std::vector<std::uint64_t> last_arrival_;  ///< of each channel, in lanes, if transmissions are delayed
  std::vector<std::uint32_t> loads_;
};

template <class M>
ForwardQueues<M>::ForwardQueues(Network const& network, Wiring const& wiring, ForwardSettings const& settings)
    : network_(network),
      wiring_(wiring),
      settings_(settings),
      plain_(settings.plain()),
      states_(wiring.chunks().size()),
      run_length_(network.num_channels()),
      ready_(settings.fractional ? network.num_channels() : 0),
      doubt_(settings.loss > 0 ? network.num_channels() : 0),
      last_arrival_(settings.jitter > 0 ? network.num_channels() : 0),
      loads_(settings.channel_loads ? network.num_channels() : 0) {
  for (auto& state : states_) state.delayed = DelayLine<M>(settings.jitter);
}

template <class M>
void ForwardQueues<M>::lengths(Wiring::Chunk const& chunk, std::vector<std::uint32_t>& out) const {
  auto const* const marks = run_length_.data() + chunk.first_channel;
  out.resize(chunk.channels);
  for (std::uint32_t c = 0; c < chunk.channels; ++c) out[c] = marks[c] & ~std::uint32_t{overflow_flag};
  states_[static_cast<std::size_t>(&chunk - wiring_.chunks().data())].overflow.for_each(
      [&](std::uint32_t channel, std::uint64_t size) { out[channel] += static_cast<std::uint32_t>(size); });
}

/// Where the sweep over the channels of a chunk stands.
template <class M>
struct ForwardQueues<M>::Place {
  typename Wire<M>::Sender::Writer writer{};
  Wiring::Link const* links{};
  M const* arrivals{};
  std::uint32_t const* next{};  ///< of each arrival
  Overflow<M>* overflow{};
  std::uint8_t* lengths{};
  std::uint64_t first_channel = 0, round = 0;
  M const* in{};
  M* out{};
  DelayLine<M>* delayed{};
  RandomWords losses, delays;
  std::uint64_t hops = 0, longest = 0, transmissions = 0, duplicates = 0;
};

/// Copies the stream, and sends the first message of every queue that is not empty.
template <class M>
void ForwardQueues<M>::sweep(std::size_t index, std::uint64_t round, Scratch<M>& s) {
  auto& state = states_[index];
  auto const& chunk = wiring_.chunks()[index];
  auto* const loads = loads_.empty() ? nullptr : loads_.data() + chunk.first_channel;
  auto* const first = s.first.data();
  auto* const fresh = s.fresh.data();
  M* const out_begin = s.stream.prepare(state.waiting + s.arrivals.size +
                                        state.overflow.queues() * (run_limit + std::size_t{1}));
  Place place{.writer = s.sender.writer(),
              .links = wiring_.links().data() + chunk.first_channel,
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
        take_quickly(place, channel, arrival);
      else
        take_slowly(place, channel, arrival);
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

/// Counts a hop.
template <class M>
void ForwardQueues<M>::enter(Place& place, std::uint32_t channel, M& message) const {
  if constexpr (is_full<M>) {
    ++message.hops;
    if (!settings_.distances.empty()) message.distance += settings_.distances[place.first_channel + channel];
  }
  ++place.hops;
}

/// Puts a message on a channel that may be slow.
template <class M>
void ForwardQueues<M>::launch(Place& place, std::uint32_t channel, std::uint32_t lane, M message) {
  enter(place, channel, message);
  if (last_arrival_.empty()) return place.writer.put(place.links[channel], lane, message);
  auto const c = place.first_channel + channel;
  auto const bandwidth = settings_.bandwidth_of(network_, {static_cast<std::uint32_t>(c)});
  place.delayed->take(place.round, place.delays(transmission_name(c, lane)),
                      static_cast<std::uint32_t>(std::ceil(bandwidth)), last_arrival_[c],
                      place.links[channel], message, place.writer);
}

/// Stop and wait: sends the first message of a queue; returns whether its acknowledgment came back. A message that has
/// been received but not acknowledged is sent again, and dropped by the receiver.
template <class M>
bool ForwardQueues<M>::transmit(Place& place, std::uint32_t channel, std::uint32_t lane, M const& message) {
  if (doubt_.empty()) {
    launch(place, channel, lane, message);
    return true;
  }
  auto const c = place.first_channel + channel;
  auto const word = place.losses(transmission_name(c, lane));
  auto const is_lost = [&](std::uint64_t bits) {
    return static_cast<double>(bits & 0xffffffff) * 0x1p-32 < settings_.loss;
  };
  auto& doubt = doubt_[c];
  ++place.transmissions;
  if (is_lost(word)) {
    doubt = std::max(doubt, Doubt::sent);
    return false;
  }
  if (doubt == Doubt::received)
    ++place.duplicates;
  else
    launch(place, channel, lane, message);
  doubt = is_lost(word >> 32) ? Doubt::received : Doubt::none;
  return doubt == Doubt::none;
}

/// One message leaves, first come, first served, no overflow before.
template <class M>
void ForwardQueues<M>::take_quickly(Place& place, std::uint32_t channel, std::uint32_t arrival) const {
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
    for (; arrival != Scratch<M>::none; arrival = place.next[arrival])
      rest.push_back(place.arrivals[arrival]);
    place.lengths[channel] |= overflow_flag;
    total += rest.size();
  }
  place.longest = std::max(place.longest, total);
}

/// The same with any order of the queue, any bandwidth and any length.
template <class M>
void ForwardQueues<M>::take_slowly(Place& place, std::uint32_t channel, std::uint32_t arrival) {
  std::uint32_t length = place.lengths[channel] & ~overflow_flag;
  copy_run(place.out, place.in, length);
  place.in += length;
  for (; arrival != Scratch<M>::none; arrival = place.next[arrival])
    enqueue(place, channel, place.arrivals[arrival], length);
  auto const more = (place.lengths[channel] & overflow_flag) != 0 ? place.overflow->queue(channel).size() : 0;
  place.longest = std::max(place.longest, length + more);
  length = send(place, channel, length);
  place.out += length;
  place.lengths[channel] = static_cast<std::uint8_t>((place.lengths[channel] & overflow_flag) | length);
}

/// Puts a message into the run that begins at place.out, or into the overflow.
template <class M>
void ForwardQueues<M>::enqueue(Place& place, std::uint32_t channel, M const& message,
                               std::uint32_t& length) const {
  auto& mark = place.lengths[channel];
  auto const key = key_of(message);
  if ((mark & overflow_flag) != 0) {
    if (auto& rest = place.overflow->queue(channel); key <= rest.first_key()) return rest.push_back(message);
  }
  auto position = length++;
  std::uint32_t const fixed = !doubt_.empty() && doubt_[place.first_channel + channel] != Doubt::none ? 1 : 0;
  for (; position > fixed && key_of(place.out[position - 1]) < key; --position)
    place.out[position] = place.out[position - 1];
  place.out[position] = message;
  if (length <= run_limit) return;
  place.overflow->queue(channel).push_front(place.out[--length]);
  mark |= overflow_flag;
}

/// Takes the first `sent` messages off the run at place.out, which has that length, and fills it up.
template <class M>
void ForwardQueues<M>::refill(Place& place, std::uint32_t channel, std::uint32_t sent,
                              std::uint32_t& length) const {
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

/// Sends what the channel may carry from the run of that length at place.out. Returns the length that is left.
template <class M>
std::uint32_t ForwardQueues<M>::send(Place& place, std::uint32_t channel, std::uint32_t length) {
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

/// Whether the channel may carry one more message in this round, after `lane` others.
template <class M>
bool ForwardQueues<M>::admit(Place const& place, std::uint32_t channel, std::uint32_t lane) {
  if (!settings_.uneven) return lane == 0;
  auto const c = place.first_channel + channel;
  auto const bandwidth = settings_.bandwidth_of(network_, {static_cast<std::uint32_t>(c)});
  if (!settings_.fractional) return lane < bandwidth;
  auto const begin = static_cast<double>(place.round - 1), start = std::max(ready_[c], begin);
  if (start >= begin + 1 - 1e-9) return false;
  ready_[c] = start + 1 / bandwidth;
  return true;
}

}  // namespace weft::rounds
