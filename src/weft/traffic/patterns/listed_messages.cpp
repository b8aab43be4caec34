// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/listed_messages.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "weft/core/error.hpp"

namespace weft::traffic {

MessageList::MessageList(Params const& params, TrafficContext const& context)
    : MessageList(read_message_list(params.file, context.num_terminals), context.num_terminals) {}

MessageList::MessageList(std::vector<MessageGroup> groups, std::uint64_t num_terminals)
    : groups_(std::move(groups)), before_{0}, num_terminals_(num_terminals) {
  std::ranges::stable_sort(groups_, {}, &MessageGroup::source);
  before_.reserve(groups_.size() + 1);
  for (auto const& group : groups_) {
    WEFT_EXPECT(group.source < num_terminals && group.destination < num_terminals);
    constexpr std::uint64_t max = std::uint64_t{1} << 63;
    if (group.count > max - before_.back())
      throw InputError("the list has more than 2^63 messages", "this is the maximum");
    before_.push_back(before_.back() + group.count);
  }
  uniform_messages_ = find_uniform_messages();
}

std::size_t MessageList::first_group(std::uint64_t source) const {
  auto const found = std::ranges::lower_bound(groups_, source, {}, &MessageGroup::source);
  return static_cast<std::size_t>(found - groups_.begin());
}

std::uint64_t MessageList::find_uniform_messages() const {
  if (groups_.size() < num_terminals_) return 0;
  std::uint64_t const each = messages({0});
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < groups_.size();) {
    std::size_t end = i + 1;
    while (end < groups_.size() && groups_[end].source == groups_[i].source) ++end;
    if (groups_[i].source != expected || before_[end] - before_[i] != each) return 0;
    ++expected;
    i = end;
  }
  return expected == num_terminals_ ? each : 0;
}

std::uint64_t MessageList::messages(TerminalId e) const {
  return before_[first_group(std::uint64_t{e.v} + 1)] - before_[first_group(e.v)];
}

void MessageList::destinations(TerminalId first, std::uint64_t terminals,
                               std::span<std::uint32_t> out) const {
  std::size_t const begin = first_group(first.v), end = first_group(first.v + terminals);
  WEFT_EXPECT(out.size() == before_[end] - before_[begin]);
  std::uint32_t* next = out.data();
  for (std::size_t i = begin; i < end; ++i)
    next = std::fill_n(next, groups_[i].count, groups_[i].destination);
}

std::uint32_t MessageList::nth_destination(TerminalId e, std::uint64_t k) const {
  auto const after = std::ranges::upper_bound(before_, before_[first_group(e.v)] + k);
  return groups_[static_cast<std::size_t>(after - before_.begin()) - 1].destination;
}

TimedMessages::TimedMessages(Params const& params, TrafficContext const& context)
    : num_terminals_(context.num_terminals), before_(context.num_terminals + 1, 0) {
  if (!context.timed)
    throw InputError("timed_messages needs engine flow or flit",
                     "other engines do not model message sizes and start times",
                     "use engine=flow or engine=flit, or traffic message_list");
  messages_ = read_timed_messages(params.file, context.num_terminals);
  std::ranges::stable_sort(
      messages_, {}, [](TimedMessage const& message) { return std::tuple(message.from, message.start); });
  for (auto const& message : messages_) ++before_[message.from + 1UL];
  for (std::size_t t = 1; t < before_.size(); ++t) before_[t] += before_[t - 1];
}

void TimedMessages::destinations(TerminalId first, std::uint64_t terminals,
                                 std::span<std::uint32_t> out) const {
  auto const begin = before_[first.v], end = before_[first.v + terminals];
  WEFT_EXPECT(out.size() == end - begin);
  std::ranges::transform(std::span(messages_).subspan(begin, end - begin), out.begin(), &TimedMessage::to);
}

}  // namespace weft::traffic
