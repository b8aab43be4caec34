#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <unordered_map>

#include "weft/engine/rounds/forward/forward_message.hpp"

namespace weft::rounds {

/// The back part of queues that have grown long; their front parts, the runs, stay in the streams of the chunks. Every
/// message of a run goes before every message here: greater keys first, and the earlier ones of the same key.
template <class M>
class Overflow {
 public:
  class Queue {
   public:
    std::uint64_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// The key of the first message. Only if not empty.
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

  /// The queue of a channel of the chunk, made if there is none.
  Queue& queue(std::uint32_t channel) { return queues_[channel]; }
  /// Calls visit(channel, size) for every queue, in any order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (auto const& [channel, queue] : queues_) visit(channel, queue.size());
  }
  void erase(std::uint32_t channel) { queues_.erase(channel); }
  /// How many there are.
  std::size_t queues() const { return queues_.size(); }

 private:
  std::unordered_map<std::uint32_t, Queue> queues_;
};

}  // namespace weft::rounds
