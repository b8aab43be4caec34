#include "weft/collective/program/round_steps.hpp"

#include "weft/core/interrupt.hpp"

namespace weft::collective {
namespace {

/// Blocks that go the same way one after the other are one message.
void merge(std::vector<Message>& messages) {
  std::size_t kept = 0;
  for (auto const& it : messages)
    if (kept > 0 && messages[kept - 1].from == it.from && messages[kept - 1].to == it.to)
      messages[kept - 1].count += it.count;
    else
      messages[kept++] = it;
  messages.resize(kept);
}

}  // namespace

RoundSteps::RoundSteps(RankRounds const& rounds, std::uint32_t ranks) : steps_(ranks) {
  std::vector<Message> messages;
  auto const part = 1.0 / rounds.blocks_per_message;
  for (std::uint32_t round = 0; round < rounds.rounds; ++round) {
    throw_if_interrupted();
    messages.clear();
    rounds.messages(round, messages);
    merge(messages);
    for (auto const& it : messages)
      steps_[it.to].push_back({round, it.from, it.count * part, false, it.arrival == Arrival::add});
    for (auto const& it : messages) steps_[it.from].push_back({round, it.to, it.count * part, true, false});
  }
}

}  // namespace weft::collective
