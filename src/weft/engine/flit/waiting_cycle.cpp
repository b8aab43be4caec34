#include "weft/engine/flit/waiting_cycle.hpp"

#include <fmt/format.h>

namespace weft::flit {

std::string in_words(WaitingKnot const& knot, WaitingNames const& names) {
  if (knot.stuck.empty()) return {};
  auto const length = knot.cycle.size();
  auto text =
      fmt::format("{} packet{} can never go on; ", knot.stuck.size(), knot.stuck.size() == 1 ? "" : "s");
  if (length == knot.members.size())
    text += length == 1 ? "one waits for itself:" : fmt::format("{} wait for each other in a cycle:", length);
  else
    text += fmt::format(
        "{} wait for each other alone, a shortest cycle among them has {}:", knot.members.size(), length);
  for (std::size_t i = 0; i < length; ++i) {
    auto const& before = knot.cycle[(i + length - 1) % length];
    auto const& step = knot.cycle[i];
    text += fmt::format("\n  {} holds {} and waits for {}", names.packet(step.waiter),
                        names.channel(before.wanted), names.channel(step.wanted));
  }
  return text;
}

}  // namespace weft::flit
