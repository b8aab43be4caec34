#include "weft/engine/rounds/clex/faults/detours.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace weft::rounds {

DetourTally run_detours(std::vector<Detour>& detours, Medium medium) {
  using Event = std::tuple<Ticks, std::uint32_t, std::uint32_t>;  // time, detour, hops done
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (std::uint32_t i = 0; i < detours.size(); ++i) events.emplace(detours[i].start, i, 0);
  std::unordered_map<std::uint64_t, Ticks> free;
  DetourTally tally;
  while (!events.empty()) {
    auto const [time, index, done] = events.top();
    events.pop();
    Detour& detour = detours[index];
    if (done == detour.way.size()) {
      detour.arrived = time;
      continue;
    }
    Ticks& channel_free = free[detour.way[done].v];
    Passage const passage = stop_and_wait(medium, std::max(time, channel_free));
    channel_free = passage.free;
    tally.hops += passage.attempts;
    tally.duplicates += passage.duplicates;
    events.emplace(passage.arrived, index, done + 1);
  }
  return tally;
}

}  // namespace weft::rounds
