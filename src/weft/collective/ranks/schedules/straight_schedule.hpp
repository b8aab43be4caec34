#pragma once

#include <vector>

#include "weft/collective/ranks/rank_program.hpp"
#include "weft/collective/ranks/schedules/capacities.hpp"
#include "weft/collective/ranks/schedules/channel_queues.hpp"

namespace weft::collective {

/// A program of one round and blocks of one place by Embedding::slots: no block waits for another but at
/// channels. A block that is not at its goal where its message ends continues there.
class StraightSchedule final : public Schedule {
 public:
  /// Memory for a block that moves, as message and in a queue.
  static constexpr std::uint64_t bytes_per_block = 52;

  StraightSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                   Switching switching);

  Promise const& promise() const override { return program_.promise; }
  bool next(Step& step) override;
  void rewind() override;

 private:
  /// A block in flight between two vertices.
  struct Moving {
    std::uint32_t block, to;
    Trip trip;
  };
  struct Moved {
    Moving block;
    std::uint32_t channel;
  };
  void begin();
  void begin_slot();
  void depart(std::uint32_t block, std::uint32_t from, std::uint32_t to, Heading heading);
  /// Moves `block` to behind its next channel, which it returns.
  std::uint32_t approach(Moving& block, std::uint32_t at) const;
  void queue_moved();
  /// Takes the blocks from the queues that the channels can still carry in this slot.
  void take(Step& step);

  RankProgram program_;
  TransferNetwork const& network_;
  std::vector<std::uint32_t> ranks_;
  Routes routes_;
  std::uint32_t sends_, width_;
  bool cuts_through_;
  std::vector<std::uint32_t> capacity_;  // of each channel, blocks per step
  ChannelQueues<Moving> queues_;
  bool begun_ = false;
  std::uint64_t step_ = 0;
  std::vector<Moved> moved_;
  // With cut-through: the next transfers in the same slot, and the blocks that each channel can still carry.
  Step following_;
  std::vector<std::uint32_t> room_;
  std::vector<Moved> restarting_;  // blocks whose messages ended; they continue in the next slot
};

}  // namespace weft::collective
