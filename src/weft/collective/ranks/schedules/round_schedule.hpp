#pragma once

#include <vector>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// A program on a network by Embedding::rounds.
class RoundSchedule final : public Schedule {
 public:
  /// Memory for a block that moves, as message and as transfer.
  static constexpr std::uint64_t bytes_per_block = 64;

  RoundSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                Switching switching);

  Promise const& promise() const override { return program_.promise; }
  bool next(Step& step) override;
  void rewind() override;

 private:
  /// A message in flight.
  struct Moving {
    std::uint32_t message, at;
    std::uint32_t carrier;  // of its first block
    Trip trip;
  };
  void begin_round();
  void split_messages();
  std::uint64_t item(Message const& message) const {
    return std::uint64_t{ranks_[message.from]} << 32 | message.first;
  }
  void add_transfers(Moving const& moving, std::uint32_t channel, bool leaves, bool arrives,
                     Step& step) const;
  std::uint32_t width();

  RankProgram program_;
  TransferNetwork const& network_;
  std::vector<std::uint32_t> ranks_;
  Routes routes_;
  std::uint32_t sends_;
  bool adds_, cuts_through_;
  std::uint32_t round_ = 0;
  std::vector<Message> messages_;
  std::vector<Moving> moving_;
  std::vector<std::uint64_t> carried_, sent_;       // blocks in these slots, by channel and by vertex
  std::vector<std::uint32_t> channels_, vertices_;  // those that have some
};

}  // namespace weft::collective
