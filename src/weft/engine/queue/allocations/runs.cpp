#include "weft/engine/queue/allocations/runs.hpp"

#include <algorithm>

namespace weft::queue {
namespace {

struct Run {
  std::size_t begin, length;
};

std::vector<Run> runs_of(FreeNodes const& free, std::span<std::uint32_t const> order) {
  std::vector<Run> runs;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end + 1) {
    for (end = begin; end < order.size() && free.is_free(order[end]);) ++end;
    if (end > begin) runs.push_back({begin, end - begin});
  }
  return runs;
}

}  // namespace

NodeList place_in_runs(FreeNodes const& free, std::span<std::uint32_t const> order, std::uint32_t count,
                       bool several) {
  auto runs = runs_of(free, order);
  NodeList chosen;
  while (chosen.size() < count) {
    auto const rest = count - chosen.size();
    Run* best = nullptr;
    Run* longest = nullptr;
    for (auto& run : runs) {
      if (run.length >= rest && (best == nullptr || run.length < best->length)) best = &run;
      if (longest == nullptr || run.length > longest->length) longest = &run;
    }
    if (best == nullptr && !several) return {};
    auto& run = best != nullptr ? *best : *longest;
    auto const part = order.subspan(run.begin, std::min(run.length, rest));
    chosen.insert(chosen.end(), part.begin(), part.end());
    run.length = 0;
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace weft::queue
