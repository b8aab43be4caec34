#include "weft/collective/applications/cannon.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/collective/applications/lines.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

/// The blocks of the first matrix are i q + k, those of the second q^2 + k q + j.
class Shifts {
 public:
  explicit Shifts(TaskGrid const& grid) : grid_(grid), q_(grid.side(0)) {}

  std::uint32_t rounds() const { return q_ / 2 + q_ - 1; }

  /// For a line that is first turned by `turn` places: how far it is turned before round r, and whether and
  /// how round r turns it further.
  struct Turn {
    std::uint32_t so_far;
    bool moves, forwards;
  };
  Turn turn(std::uint32_t turn, std::uint32_t round) const {
    auto const skew = q_ / 2;
    if (round >= skew) return {(turn + round - skew) % q_, q_ > 1, true};
    bool const forwards = turn <= q_ / 2;
    auto const steps = forwards ? turn : q_ - turn, done = std::min(steps, round);
    return {forwards ? done : (q_ - done) % q_, round < steps, forwards};
  }

  void messages(std::uint32_t round, std::vector<Message>& out) const {
    for (std::uint32_t task = 0; task < grid_.size(); ++task) {
      auto const i = grid_.coord(task, 0), j = grid_.coord(task, 1);
      if (auto const row = turn(i, round); row.moves)
        out.push_back({task, grid_.next(task, 1, !row.forwards), i * q_ + (j + row.so_far) % q_});
      if (auto const column = turn(j, round); column.moves)
        out.push_back(
            {task, grid_.next(task, 0, !column.forwards), (q_ + (i + column.so_far) % q_) * q_ + j});
    }
  }

  /// The place of block (a, b) of the first matrix at the end: turned by a + q - 1 in all. The second is its
  /// mirror image.
  std::uint32_t last_column(std::uint32_t a, std::uint32_t b) const {
    return (b + 2 * q_ - a - (q_ - 1)) % q_;
  }

 private:
  TaskGrid grid_;
  std::uint32_t q_;
};

}  // namespace

Sides Cannon::default_grid(GridContext const& context) const {
  auto const q = static_cast<std::int64_t>(std::sqrt(static_cast<double>(context.tasks)));
  if (static_cast<std::uint64_t>(q * q) != context.tasks)
    throw InputError(fmt::format("{} tasks", context.tasks), "cannon needs a square number of them",
                     fmt::format("choose a task grid, e.g. grid={0}x{0} with mapping=linear", q), "schedule");
  return {q, q};
}

void Cannon::check_grid(Sides const& grid) const {
  if (grid.size() != 2 || grid[0] != grid[1])
    throw InputError("grid = " + sides_text(grid), "cannon needs a square of tasks",
                     "choose as many rows as columns, e.g. 8x8, or the schedule summa", "schedule");
}

std::vector<Phase> Cannon::phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  Shifts const shifts(grid);
  auto const q = grid.side(0);
  RankProgram program;
  program.rounds = shifts.rounds();
  program.messages = [shifts](std::uint32_t round, std::vector<Message>& out) {
    shifts.messages(round, out);
  };
  program.promise = promise_among(places, Holdings::one_place);
  auto& promise = program.promise;
  promise.blocks = 2 * grid.size();
  promise.start = places;
  promise.start.insert(promise.start.end(), places.begin(), places.end());
  for (std::uint32_t i = 0; i < q; ++i)
    for (std::uint32_t k = 0; k < q; ++k) promise.goal.push_back(places[i * q + shifts.last_column(i, k)]);
  for (std::uint32_t k = 0; k < q; ++k)
    for (std::uint32_t j = 0; j < q; ++j) promise.goal.push_back(places[shifts.last_column(j, k) * q + j]);
  return {{"shifts", std::move(program)}};
}

}  // namespace weft::collective
