// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/io/message_list.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Traffic from a message list, in a file or in memory.
class MessageList final : public Traffic {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "message_list";
  static constexpr std::string_view doc =
      "The messages of a file: each line has the sender, the receiver and, if it is not 1, the number of messages. A "
      "terminal sends its messages in the order of the file. The option `messages` is ignored.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of messages").required(),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const&) { return false; }

  MessageList(Params const& params, TrafficContext const& context);
  /// All terminals must be below `num_terminals`. Throws InputError if there are more than 2^63 messages.
  MessageList(std::vector<MessageGroup> groups, std::uint64_t num_terminals);
  std::uint64_t num_terminals() const override { return num_terminals_; }
  std::uint64_t num_messages() const override { return before_.back(); }
  std::uint64_t messages(TerminalId e) const override;
  std::uint64_t uniform_messages() const override { return uniform_messages_; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override;

 private:
  std::size_t first_group(std::uint64_t source) const;
  std::uint64_t find_uniform_messages() const;

  std::vector<MessageGroup> groups_;   ///< sorted by source
  std::vector<std::uint64_t> before_;  ///< number of messages of all previous groups, followed by the total
  std::uint64_t num_terminals_, uniform_messages_;
};

/// Traffic from a file of messages with sizes and start times.
class TimedMessages final : public Traffic {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "timed_messages";
  static constexpr std::string_view doc =
      "The messages of a CSV file with the columns from,to,bytes,start: terminals, bytes, and the second at which a "
      "message is sent. For the engines flow and flit. The option `messages` is ignored.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of messages").required(),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const&) { return false; }

  /// Throws InputError unless `context.timed` is set.
  TimedMessages(Params const& params, TrafficContext const& context);
  std::uint64_t num_terminals() const override { return num_terminals_; }
  std::uint64_t num_messages() const override { return messages_.size(); }
  std::uint64_t messages(TerminalId e) const override { return before_[e.v + 1UL] - before_[e.v]; }
  std::uint64_t uniform_messages() const override { return 0; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override {
    return messages_[before_[e.v] + k].to;
  }
  std::span<TimedMessage const> timed() const override { return messages_; }

 private:
  std::uint64_t num_terminals_;
  std::vector<TimedMessage> messages_;  // sorted by sender, then by start
  std::vector<std::uint64_t> before_;   // number of messages of all lower terminals
};

}  // namespace weft::traffic
