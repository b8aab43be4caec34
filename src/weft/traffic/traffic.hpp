// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/io/message_list.hpp"

namespace weft {

/// The messages of a relation, represented implicitly: terminal e sends messages(e) messages, the k-th to
/// destination(e, k), which is computed in O(1) without a list, so that a billion terminals need no memory.
/// Engines call the batch form.
class Traffic {
 public:
  virtual ~Traffic() = default;
  virtual std::uint64_t num_terminals() const = 0;
  /// Returns the number of messages of the relation.
  virtual std::uint64_t num_messages() const = 0;
  /// Returns the number of messages that terminal e sends.
  virtual std::uint64_t messages(TerminalId e) const = 0;
  /// Returns the number of messages per terminal if it is uniform, else 0.
  virtual std::uint64_t uniform_messages() const = 0;
  /// Writes the destinations of the messages of terminals first .. first + terminals - 1, ordered by
  /// (terminal, k). `out` must have exactly one element per message. Thread-safe.
  virtual void destinations(TerminalId first, std::uint64_t terminals,
                            std::span<std::uint32_t> out) const = 0;
  /// Returns the destination of message k < messages(e) of terminal e. Unless overridden, takes as long as
  /// generating all messages of the terminal.
  virtual std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const {
    std::vector<std::uint32_t> all(messages(e));
    destinations(e, 1, all);
    return all[k];
  }
  /// Returns the messages with their sizes and start times, ordered by (terminal, k); empty if messages have
  /// no individual sizes and start times.
  virtual std::span<TimedMessage const> timed() const { return {}; }
};

using TrafficPtr = std::shared_ptr<Traffic const>;

}  // namespace weft
