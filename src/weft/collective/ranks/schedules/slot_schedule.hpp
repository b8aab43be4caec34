// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "weft/collective/ranks/rank_program.hpp"
#include "weft/collective/ranks/schedules/channel_queues.hpp"

namespace weft::collective {

/// Schedule of a program on a network with Embedding::slots. A round is fetched from the program when a rank
/// is ready for it, so that only blocks in flight and blocks of the rounds between the slowest and the
/// fastest rank are in memory.
///
/// Sums: a block is added at its goal only when the goal has sent its own sum of the block for this round and
/// all earlier rounds. Two neighbors that exchange the same block do so in the same slot. A rank that both
/// sends and receives a block of sums in a round exchanges it with one other rank. Unions arrive in the order
/// of the rounds.
class SlotSchedule final : public Schedule {
 public:
  /// Bytes per block that is at only one location, and per block and rank.
  static constexpr std::uint64_t bytes_per_block = 84, bytes_per_flow = 12;

  SlotSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
               Switching switching);

  Postcondition const& postcondition() const override { return program_.postcondition; }
  bool next(Step& step) override;
  void rewind() override;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  /// Maximum number of blocks in flight or waiting; above it, ranks that are ahead wait for the others.
  static constexpr std::size_t max_parcels = std::size_t{1} << 25;

  /// A block of a message.
  struct Parcel {
    std::uint32_t block = 0, from = 0, to = 0;  // ranks
    std::uint32_t channel = 0;                  // next channel
    std::uint32_t partner = none;               // the parcel of the other direction of an exchange
    // number of arrivals of the block at `from` before it may leave
    std::uint16_t needs = 0;
    // sums: number of departures of the block from `to` before it may be added at `to`; unions: number of
    // earlier arrivals at `to`
    std::uint16_t clears = 0;
    Arrival arrival = Arrival::replace;
    Trip trip = {};                        // valid after it has entered its next channel
    bool has_left = false, taken = false;  // taken: sent with its partner, but still in a queue
  };
  /// Progress of a block at a rank; in total if blocks are at only one location.
  struct Flow {
    std::uint16_t expected = 0, arrived = 0;  // number of arrivals in the fetched rounds
    std::uint16_t to_leave = 0, left = 0;     // number of departures in the fetched rounds
    std::uint32_t waiting = none;             // head of the list of waiting parcels
  };
  struct Round {
    std::vector<std::uint32_t> first;  // by rank: its first parcel
    std::uint32_t started = 0;         // number of ranks that have started the round
  };

  Flow& flow(std::uint32_t rank, std::uint32_t block) {
    return flows_[is_one_place_ ? block : std::size_t{rank} * program_.postcondition.blocks + block];
  }
  std::uint32_t vertex(std::uint32_t rank) const { return ranks_[rank]; }
  std::uint64_t item(Parcel const& parcel) const {
    return std::uint64_t{vertex(parcel.from)} << 32 | parcel.block;
  }

  std::uint32_t new_parcel(Message const& message, std::uint32_t block);
  void free_parcel(std::uint32_t p);
  void take_rounds();
  void take_round();
  void expect(Round const& round);
  void begin_rounds(std::uint32_t rank);
  void schedule_departure(std::uint32_t p);
  bool find_partner(std::uint32_t p);
  void approach(std::uint32_t p, std::uint32_t at);
  void enqueue_or_wait(std::uint32_t p);
  bool may_be_added(Parcel const& parcel);
  void enqueue(std::uint32_t p);
  void wait(Flow& flow, std::uint32_t p);
  void wake(std::uint32_t rank, std::uint32_t block);
  void select(Step& step);
  void select_from(std::uint32_t channel, Step& step);
  bool has_room(std::uint32_t channel) const;
  void send(std::uint32_t p, Step& step);
  bool begin_slot();
  void release(std::uint32_t channel);
  void move();
  void arrive(std::uint32_t p);
  void has_left(std::uint32_t rank, std::uint32_t block);
  /// With cut-through, moves blocks that have not reached their ranks into their next channels in the same
  /// slot; they arrive at the end of the slot.
  void pass_on();
  void end_slot();

  RankProgram program_;
  TransferNetwork const& network_;
  std::vector<std::uint32_t> ranks_;
  Routes routes_;
  std::uint32_t sends_, width_ = 1;
  bool is_one_place_, adds_, is_exact_;  // exact: sums, in which no part may count twice
  bool cuts_through_;
  std::vector<std::uint32_t> capacity_;  // by channel, in blocks per step

  std::vector<Parcel> parcels_;
  std::vector<std::uint32_t> next_;  // links of the lists of parcels
  std::uint32_t free_ = none;
  std::size_t live_ = 0;
  ChannelQueues<std::uint32_t> queues_;  // queues of parcels
  std::vector<Flow> flows_;

  std::deque<Round> rounds_;  // from first_round_ to taken_ - 1
  std::uint32_t first_round_ = 0, taken_ = 0;
  std::vector<std::uint32_t> round_of_;  // by rank: the first round that it has not started
  std::vector<std::uint32_t> to_send_;   // by rank: number of blocks that it must still send in its round
  std::vector<std::uint32_t> idle_;      // ranks that have started all fetched rounds
  std::vector<Message> messages_;

  std::uint64_t step_ = 0;
  /// A parcel that has used `channel` in this slot, and whether the channel is the first or the last of its
  /// path.
  struct SlotTransfer {
    std::uint32_t parcel, channel;
    bool leaves, arrives;
  };
  std::vector<std::uint32_t> moved_, postponed_;  // parcels
  std::vector<SlotTransfer> in_slot_;
  std::vector<std::uint32_t> carried_, sent_;  // in this slot, by channel and by vertex
  Step following_;                             // the next step; with cut-through in the same slot
};

}  // namespace weft::collective
