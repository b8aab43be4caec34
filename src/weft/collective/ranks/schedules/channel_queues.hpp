// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// Returns the minimum number of slots in which a channel of bandwidth `bandwidth` transfers `blocks` blocks,
/// counted as in schedule::execute(). Throws InputError if the number exceeds 32 bits.
std::uint32_t slots_for(std::uint64_t blocks, double bandwidth);

/// Returns the minimum number of slots in which every channel with nonzero bandwidth transfers a block.
std::uint32_t slots_per_block(TransferNetwork const& network);

/// Returns, by channel, the number of blocks that it can transfer in `slots` slots.
std::vector<std::uint32_t> capacities(TransferNetwork const& network, std::uint32_t slots);

/// Priority queues of the blocks that wait at each channel, in descending order of remaining hops (63 or more
/// are equal), then in order of arrival. Entries are stored by value in chunks, so that a queue is accessed
/// sequentially.
template <class Entry>
class ChannelQueues {
 public:
  /// `max_hops`: maximum number of remaining hops of an entry.
  ChannelQueues(std::uint32_t channels, std::uint32_t max_hops)
      : last_bucket_(std::min(max_hops, 63u)),
        lists_(channels * (last_bucket_ + std::size_t{1})),
        used_(channels),
        waiting_((channels + std::size_t{63}) / 64) {}

  void clear() {
    std::ranges::fill(used_, 0);
    std::ranges::fill(waiting_, 0);
    chunks_.clear();
    free_.clear();
  }

  /// Prefetch the data that push(channel, hops, ..) reads first (prefetch_list) and, to be called some time
  /// later, the location that it writes (prefetch_tail), since the queues do not fit in the caches.
  void prefetch_list(std::uint32_t channel, std::uint32_t hops) const {
    __builtin_prefetch(&lists_[list_index(channel, std::min(hops, last_bucket_))], 1);
  }
  void prefetch_tail(std::uint32_t channel, std::uint32_t hops) const {
    auto const bucket = std::min(hops, last_bucket_);
    if ((used_[channel] >> bucket & 1) == 0) return;
    auto const& list = lists_[list_index(channel, bucket)];
    if (list.end < chunk_size) __builtin_prefetch(&chunks_[list.tail].entries[list.end], 1);
  }

  void push(std::uint32_t channel, std::uint32_t hops, Entry const& entry) {
    auto const bucket = std::min(hops, last_bucket_);
    auto& list = lists_[list_index(channel, bucket)];
    auto const bit = std::uint64_t{1} << bucket;
    if ((used_[channel] & bit) == 0) {
      list = {.head = new_chunk(), .tail = none, .begin = 0, .end = 0};
      list.tail = list.head;
      if (used_[channel] == 0) waiting_[channel / 64] |= std::uint64_t{1} << channel % 64;
      used_[channel] |= bit;
    } else if (list.end == chunk_size) {
      auto const chunk = new_chunk();
      chunks_[list.tail].next = chunk;
      list.tail = chunk;
      list.end = 0;
    }
    chunks_[list.tail].entries[list.end++] = entry;
  }

  bool waits_at(std::uint32_t channel) const { return used_[channel] != 0; }

  /// Removes and returns the first entry of a channel. Requires waits_at(channel).
  Entry pop(std::uint32_t channel) {
    auto& list = first_list(channel);
    auto const entry = chunks_[list.head].entries[list.begin++];
    if (list.head == list.tail && list.begin == list.end) {
      free_chunk(list.head);
      used_[channel] -= std::bit_floor(used_[channel]);
      if (used_[channel] == 0) waiting_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
    } else if (list.begin == chunk_size) {
      auto const chunk = list.head;
      list.head = chunks_[chunk].next;
      list.begin = 0;
      free_chunk(chunk);
    }
    return entry;
  }

  /// Removes the entries that the channels transfer in step `step`, and calls take(entry, channel) for each:
  /// at most capacity[channel] entries per channel and `sends` per vertex (0: no limit). The channels of a
  /// vertex have priority in rotation, by step.
  template <class Take>
  void take(TransferNetwork const& network, std::span<std::uint32_t const> capacity, std::uint64_t sends,
            std::uint64_t step, Take take) {
    auto const take_from = [&](std::uint32_t channel, std::uint64_t room) {
      std::uint64_t taken = 0;
      for (; taken < room && waits_at(channel); ++taken) take(pop(channel), channel);
      return taken;
    };
    if (sends == 0) {
      order_.clear();
      for_each_waiting([&](std::uint32_t channel) { order_.push_back(channel); });
      for (std::size_t i = 0; i < order_.size(); ++i) {
        if (i + 2 * ahead < order_.size()) __builtin_prefetch(&first_list(order_[i + 2 * ahead]), 1);
        if (i + ahead < order_.size()) {
          auto const& list = first_list(order_[i + ahead]);
          __builtin_prefetch(&chunks_[list.head].entries[list.begin]);
        }
        take_from(order_[i], capacity[order_[i]]);
      }
      return;
    }
    for (std::uint32_t v = 0; v < network.num_vertices(); ++v) {
      auto room = sends;
      auto const first = network.first_channel(v), degree = network.first_channel(v + 1) - first;
      for (std::uint32_t i = 0; i < degree; ++i) {
        auto const channel = first + static_cast<std::uint32_t>((step + i) % degree);
        room -= take_from(channel, std::min<std::uint64_t>(room, capacity[channel]));
      }
    }
  }

  /// Calls visit(channel) for each channel with waiting entries, in ascending order; `visit` may pop from the
  /// channel.
  template <class Visit>
  void for_each_waiting(Visit visit) {
    for (std::size_t word = 0; word < waiting_.size(); ++word)
      for (auto bits = waiting_[word]; bits != 0; bits &= bits - 1)
        visit(static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(bits))));
  }

  /// Prefetch distance, in pushes or pops.
  static constexpr std::size_t ahead = 8;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t line_bytes = 64;
  static constexpr std::uint16_t chunk_size = (line_bytes - sizeof(std::uint32_t)) / sizeof(Entry);
  static_assert(chunk_size > 0);
  /// Entries of a list in one cache line, the only line that a push or pop touches.
  struct alignas(line_bytes) Chunk {
    Entry entries[chunk_size];
    std::uint32_t next;
  };
  struct List {
    std::uint32_t head, tail;  // free chunks
    std::uint16_t begin, end;  // positions in the first and in the last chunk
  };

  std::size_t list_index(std::uint32_t channel, std::uint32_t bucket) const {
    return channel * (last_bucket_ + std::size_t{1}) + bucket;
  }
  /// Returns the list with the first entry of a channel. Requires waits_at(channel).
  List& first_list(std::uint32_t channel) {
    return lists_[list_index(channel, static_cast<std::uint32_t>(std::bit_width(used_[channel]) - 1))];
  }
  std::uint32_t new_chunk() {
    if (free_.empty()) {
      chunks_.emplace_back();
      return static_cast<std::uint32_t>(chunks_.size() - 1);
    }
    auto const chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  void free_chunk(std::uint32_t chunk) { free_.push_back(chunk); }

  std::uint32_t last_bucket_;
  std::vector<List> lists_;
  std::vector<std::uint64_t> used_;     // by channel: mask of non-empty buckets
  std::vector<std::uint64_t> waiting_;  // bit per channel: has waiting entries
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> free_;   // free chunks
  std::vector<std::uint32_t> order_;  // channels from which take() removes entries
};

}  // namespace weft::collective
