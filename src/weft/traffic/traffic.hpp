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

/// Messages of one relation, implicit: terminal e sends messages(e) of them, the k-th to destination(e, k),
/// answered in O(1) without a list, so that a billion terminals need no memory. Engines call the batch form.
class Traffic {
 public:
  virtual ~Traffic() = default;
  virtual std::uint64_t num_terminals() const = 0;
  /// All messages of the relation.
  virtual std::uint64_t num_messages() const = 0;
  /// The number of messages terminal e sends.
  virtual std::uint64_t messages(TerminalId e) const = 0;
  /// Messages per terminal if it is the same for all, else 0.
  virtual std::uint64_t uniform_messages() const = 0;
  /// Destinations of the messages of terminals first, first+1, .. first+terminals-1, in order of (terminal,
  /// k). `out` holds exactly as many elements as these terminals send. Thread-safe.
  virtual void destinations(TerminalId first, std::uint64_t terminals,
                            std::span<std::uint32_t> out) const = 0;
  /// The destination of message k < messages(e) of terminal e. As slow as all messages of the terminal
  /// together, unless overridden.
  virtual std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const {
    std::vector<std::uint32_t> all(messages(e));
    destinations(e, 1, all);
    return all[k];
  }
  /// The messages with their sizes and starts, in order of (terminal, k), where they have some of their own;
  /// else empty.
  virtual std::span<TimedMessage const> timed() const { return {}; }
};

using TrafficPtr = std::shared_ptr<Traffic const>;

}  // namespace weft
