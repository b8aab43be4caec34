// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::flit {

/// A message that a terminal sends as a sequence of packets.
struct OutgoingMessage {
  std::uint64_t start = 0;   ///< first cycle in which it may leave
  std::uint64_t flits = 0;   ///< flits of packets not yet started
  std::uint32_t to = 0;      ///< terminal, or tree
  std::uint32_t number = 0;  ///< Packet::message of its packets
  /// Virtual channels of its tree, which its packets use in turn, and the index of the next one, counted from
  /// the first. num_vcs = 0: the message has no tree.
  std::uint8_t first_vc = 0, num_vcs = 0, turn = 0;

  bool follows_tree() const { return num_vcs > 0; }
};

/// Messages that wait at the sources of a partition. A source sends its messages one after the other, in the
/// order of `push`; if `interleaved`, it sends a packet of each started message in turn.
class MessageQueues {
 public:
  /// `longest`: size of a full packet in flits.
  MessageQueues(std::size_t sources, std::uint32_t longest, bool interleaved)
      : queues_(sources), longest_(longest), interleaved_(interleaved) {}

  /// Appends a message, which must not start before the messages in the queue.
  void push(std::size_t source, OutgoingMessage const& message) {
    queues_[source].messages.push_back(message);
  }
  bool empty(std::size_t source) const { return queues_[source].first == queues_[source].messages.size(); }
  /// Returns the message of the next packet. The queue must not be empty.
  OutgoingMessage const& front(std::size_t source) const {
    auto const& queue = queues_[source];
    return queue.messages[queue.first + queue.turn];
  }
  /// Returns the size of the next packet in flits.
  std::uint16_t next_packet(std::size_t source) const {
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(front(source).flits, longest_));
  }
  /// Starts the next packet in cycle `now`. A message leaves the queue with its last packet. The following
  /// packet is chosen among the started messages.
  void start_packet(std::size_t source, std::uint64_t now);
  /// Calls visit(start, packets, flits) for the remainder of each message that starts before cycle `to`.
  template <class Visit>
  void visit_waiting(std::size_t source, std::uint64_t to, Visit visit) const {
    auto const& messages = queues_[source].messages;
    for (auto i = queues_[source].first; i < messages.size(); ++i)
      if (messages[i].start < to)
        visit(messages[i].start, (messages[i].flits + longest_ - 1) / longest_, messages[i].flits);
  }
  /// Returns the number of packets not yet started that belong to messages with a start cycle in [from, to).
  std::uint64_t packets(std::size_t source, std::uint64_t from, std::uint64_t to) const;

 private:
  struct Queue {
    std::vector<OutgoingMessage> messages;
    std::size_t first = 0;
    std::size_t started = 0,
                turn = 0;  // number of started messages from `first` on; index of the next one among them
  };
  std::vector<Queue> queues_;
  std::uint32_t longest_;
  bool interleaved_;
};

}  // namespace weft::flit
