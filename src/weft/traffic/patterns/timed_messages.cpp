#include "weft/traffic/patterns/timed_messages.hpp"

#include <algorithm>
#include <tuple>

#include "weft/core/error.hpp"

namespace weft::traffic {

void TimedMessages::check(Params const& params) {
  if (params.file.empty())
    throw InputError("timed_messages without a file", "", "give timed_messages:file=PATH");
}

TimedMessages::TimedMessages(Params const& params, TrafficContext const& context)
    : num_terminals_(context.num_terminals), before_(context.num_terminals + 1, 0) {
  if (!context.timed)
    throw InputError("timed_messages", "only the engines flow and flit send bytes at given moments",
                     "use engine=flow or engine=flit, or message_list");
  messages_ = read_timed_messages(params.file, context.num_terminals);
  std::ranges::stable_sort(messages_, {},
                           [](TimedMessage const& it) { return std::tuple(it.from, it.start); });
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
