#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/replay/item_queues.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// Whether a receive of the program takes any source or any tag.
bool takes_any(Program const& program);

/// Matches messages with receives as MPI does: a message with the earliest posted receive that takes it, a
/// receive with the earliest message that it takes. Receives may take any source or any tag. Each step takes
/// constant time.
class Matching {
 public:
  static constexpr std::uint32_t any = Operation::any;

  /// `wildcards`: receives may have `any` source or tag.
  Matching(bool wildcards, std::uint32_t ranks) : wildcards_(wildcards), waiting_(ranks) {}

  /// A message of `source` for `send.peer` is there. Returns the receive that takes it, if one is posted.
  std::optional<std::uint32_t> arrive(std::uint32_t source, Operation const& send, std::uint32_t message);
  /// A receive of `rank` is posted. Returns the message that it takes, if one is there.
  std::optional<std::uint32_t> post(std::uint32_t rank, Operation const& it, std::uint32_t receive);
  /// The most that ever waited at one rank, and which.
  struct Longest {
    std::uint32_t rank = 0, count = 0;
  };
  Longest const& most_messages() const { return most_messages_; }
  Longest const& most_receives() const { return most_receives_; }
  /// Messages and receives that wait.
  std::uint64_t waiting_messages() const { return messages_; }
  std::uint64_t waiting_receives() const { return receives_; }

 private:
  struct Waiting {
    std::uint32_t messages = 0, receives = 0;
  };
  static void add(std::uint32_t& count, std::uint32_t rank, Longest& longest) {
    if (++count > longest.count) longest = {rank, count};
  }

  bool wildcards_;
  std::vector<Waiting> waiting_;  // by rank
  Longest most_messages_, most_receives_;
  /// In order of their numbers. A message stands in a queue for each form of receive that takes it.
  ItemQueues posted_, unexpected_;
  std::vector<std::uint8_t> taken_;  // of each message in `unexpected_`, by slot
  std::uint64_t next_number_ = 0, messages_ = 0, receives_ = 0;
};

}  // namespace weft::replay
