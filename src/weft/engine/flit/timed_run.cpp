#include "weft/engine/flit/timed_run.hpp"

#include <fmt/format.h>

namespace weft::flit {
namespace {

/// Sends the messages that have a path.
void send_all(std::span<TimedMessage const> messages, MessageSimulation& simulation, TimedOutcome& outcome) {
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    auto const& it = messages[i];
    if (simulation.reaches(it.from, it.to)) {
      simulation.send({simulation.format().first_cycle(it.start), it.from, it.to, it.bytes, i});
    } else {
      ++outcome.unreachable;
      outcome.lost_pairs.add({it.from, it.to});
    }
  }
}

}  // namespace

TimedOutcome run_timed(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       std::span<TimedMessage const> messages, FlitParams const& params, std::uint64_t seed,
                       std::function<void(TimedDelivery const&)> const& delivered, Progress& progress) {
  MessageSimulation simulation(network, routing, params, seed);
  auto const& format = simulation.format();
  TimedOutcome outcome;
  send_all(messages, simulation, outcome);
  progress.start("messages", messages.size() - outcome.unreachable, "messages");
  auto const most = static_cast<std::uint64_t>(params.most_cycles);
  while (simulation.under_way() && !simulation.deadlock() && simulation.now() < most) {
    for (auto const& it : simulation.advance(most)) {
      auto const& message = messages[static_cast<std::size_t>(it.name)];
      auto const finish = format.seconds(it.cycle);
      if (outcome.messages++ == 0) outcome.first_finish = finish;
      outcome.last_finish = finish;
      outcome.bytes += message.bytes;
      auto const alone = simulation.least_cycles(message.from, message.to, it);
      delivered({static_cast<std::uint32_t>(it.name), finish, format.seconds(alone)});
      progress.advance();
    }
    progress.tell(fmt::format("cycle {}, {} messages in flight", simulation.now(), simulation.in_network()));
  }
  progress.finish();
  outcome.simulated = simulation.simulated();
  outcome.packets = simulation.outcome();
  return outcome;
}

}  // namespace weft::flit
