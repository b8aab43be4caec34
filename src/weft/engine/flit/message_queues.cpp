#include "weft/engine/flit/message_queues.hpp"

namespace weft::flit {

void MessageQueues::take_packet(std::size_t source) {
  auto& [messages, first] = queues_[source];
  auto& left = messages[first].flits;
  left -= std::min<std::uint64_t>(left, longest_);
  if (left > 0) return;
  ++first;
  if (2 * first < messages.size()) return;
  messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(first));
  first = 0;
}

std::uint64_t MessageQueues::packets(std::size_t source, std::uint64_t from, std::uint64_t to) const {
  std::uint64_t sum = 0;
  visit_waiting(source, to, [&](std::uint64_t start, std::uint64_t packets, std::uint64_t) {
    if (start >= from) sum += packets;
  });
  return sum;
}

}  // namespace weft::flit
