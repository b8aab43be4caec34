// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/message_queues.hpp"

namespace weft::flit {

void MessageQueues::start_packet(std::size_t source, std::uint64_t now) {
  auto& [messages, first, started, turn] = queues_[source];
  auto& message = messages[first + turn];
  if (message.follows_tree()) message.turn = static_cast<std::uint8_t>((message.turn + 1) % message.num_vcs);
  auto& flits = message.flits;
  auto const left = flits -= std::min<std::uint64_t>(flits, longest_);
  if (left > 0 && !interleaved_) return;
  if (left > 0) {
    ++turn;
  } else {
    if (turn == 0)
      ++first;
    else
      messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(first + turn));
    if (started > 0) --started;
  }
  while (first + started < messages.size() && messages[first + started].start <= now) ++started;
  if (turn >= started) turn = 0;
  if (left > 0 || 2 * first < messages.size()) return;
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
