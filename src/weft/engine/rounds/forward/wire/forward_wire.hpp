#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/engine/rounds/forward/wire/forward_buffer.hpp"
#include "weft/engine/rounds/forward/wire/forward_wiring.hpp"

namespace weft::rounds {

/// The messages under way between two rounds: what one round puts on its lists, the next one takes off. Lists have room
/// for every slot they serve; pages that are never used cost no memory.
template <class M>
class Wire {
  struct Side;

 public:
  explicit Wire(Wiring const& wiring) : wiring_(&wiring) {
    for (auto& side : sides_) {
      side.slot.prepare(wiring.num_slots());
      side.message.prepare(wiring.num_slots());
      side.count.resize(wiring.num_lists());
    }
  }

  /// Writes the lists that leave one chunk in one round; ends with `close`.
  class Sender {
   public:
    void open(Wire& wire, Wiring::Chunk const& chunk, std::uint64_t round) {
      side_ = &wire.sides_[round & 1];
      lists_ = wire.wiring_->outgoing_lists(chunk).data();
      wiring_ = wire.wiring_;
      cursor_.resize(chunk.outgoing);
      for (std::uint32_t i = 0; i < chunk.outgoing; ++i) cursor_[i] = wiring_->list_begin(lists_[i]);
    }
    /// The pointers that `put` needs, to be kept in registers.
    struct Writer {
      std::uint64_t* cursor;
      std::uint16_t* slot;
      M* message;
      void put(Wiring::Link link, std::uint32_t lane, M const& sent) const {
        auto const place = cursor[link.list()]++;
        slot[place] = static_cast<std::uint16_t>(link.slot() + lane);
        message[place] = sent;
      }
    };
    Writer writer() { return {cursor_.data(), side_->slot.data(), side_->message.data()}; }
    void close() {
      for (std::size_t i = 0; i < cursor_.size(); ++i)
        side_->count[lists_[i]] = static_cast<std::uint32_t>(cursor_[i] - wiring_->list_begin(lists_[i]));
    }

   private:
    typename Wire::Side* side_ = nullptr;
    std::uint32_t const* lists_ = nullptr;
    Wiring const* wiring_ = nullptr;
    std::vector<std::uint64_t> cursor_;
  };

  /// The number of messages that reach the chunk in a round.
  std::uint64_t incoming(Wiring::Chunk const& chunk, std::uint64_t round) const {
    auto const* const count = sides_[(round & 1) ^ 1].count.data() + chunk.first_incoming;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < chunk.incoming; ++i) sum += count[i];
    return sum;
  }
  /// Calls visit(slot, message) for each of them.
  template <class Visit>
  void receive(Wiring::Chunk const& chunk, std::uint64_t round, Visit&& visit) const {
    auto const& side = sides_[(round & 1) ^ 1];
    for (std::uint64_t list = chunk.first_incoming;
         list < std::uint64_t{chunk.first_incoming} + chunk.incoming; ++list) {
      auto const begin = wiring_->list_begin(list), end = begin + side.count[list];
      for (auto i = begin; i < end; ++i) visit(side.slot[i], side.message[i]);
    }
  }
  /// Empties the lists that leave a chunk which does not send in this round.
  void silence(Wiring::Chunk const& chunk, std::uint64_t round) {
    for (auto const list : wiring_->outgoing_lists(chunk)) sides_[round & 1].count[list] = 0;
  }

 private:
  struct Side {
    Buffer<std::uint16_t> slot;
    Buffer<M> message;
    std::vector<std::uint32_t> count;
  };
  Wiring const* wiring_;
  Side sides_[2];
};

}  // namespace weft::rounds
