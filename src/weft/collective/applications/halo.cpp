#include "weft/collective/applications/halo.hpp"

#include <fmt/format.h>

#include "weft/collective/applications/folding.hpp"
#include "weft/collective/applications/lines.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

Sides Halo::default_grid(GridContext const& context) const {
  return context.machine.empty() ? squarest_grid(context) : context.machine;
}

void Halo::check_grid(Sides const& grid) const {
  if (static_cast<double>(size_of(grid)) * 2 * static_cast<double>(grid.size()) > 4294967295.0)
    throw InputError("grid=" + sides_text(grid), "at most 2^32 - 1 blocks can be named",
                     "choose a smaller one", "schedule");
}

std::vector<Phase> Halo::phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  std::vector<Message> messages;
  for (std::uint32_t task = 0; task < grid.size(); ++task)
    for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
      for (bool const up : {false, true}) {
        bool const at_end = grid.coord(task, dim) == (up ? grid.side(dim) - 1 : 0);
        if (grid.side(dim) == 1 || (at_end && !params_.periodic)) continue;
        messages.push_back({task, grid.next(task, dim, up), static_cast<std::uint32_t>(messages.size())});
      }
  RankProgram program;
  program.rounds = messages.empty() ? 0 : 1;
  program.promise = promise_among(places, Holdings::one_place);
  auto& promise = program.promise;
  promise.blocks = static_cast<std::uint32_t>(messages.size());
  for (auto const& message : messages) {
    promise.start.push_back(places[message.from]);
    promise.goal.push_back(places[message.to]);
  }
  program.messages = [messages](std::uint32_t, std::vector<Message>& out) {
    out.insert(out.end(), messages.begin(), messages.end());
  };
  return {{"exchange", std::move(program)}};
}

}  // namespace weft::collective
