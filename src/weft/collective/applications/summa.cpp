#include "weft/collective/applications/summa.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/collective/applications/folding.hpp"
#include "weft/collective/applications/lines.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

/// Panel w of the first matrix in row i of tasks is block i * panels + w; that of the second in column j rows
/// * panels + j * panels + w.
class Panels {
 public:
  Panels(TaskGrid const& grid, std::uint32_t panels)
      : grid_(grid),
        rows_(grid.side(0)),
        columns_(grid.side(1)),
        panels_(panels),
        panels_per_column_(panels / columns_),
        panels_per_row_(panels / rows_),
        hops_(std::max(most_hops(grid, 0), most_hops(grid, 1))),
        apart_(hops_ > 1 ? 2 : 1) {}

  std::uint32_t rounds() const { return hops_ == 0 ? 0 : apart_ * (panels_ - 1) + hops_; }
  std::uint32_t row_block(std::uint32_t i, std::uint32_t w) const { return i * panels_ + w; }
  std::uint32_t column_block(std::uint32_t j, std::uint32_t w) const { return (rows_ + j) * panels_ + w; }
  /// The tasks that have panel w at first.
  std::uint32_t row_root(std::uint32_t i, std::uint32_t w) const { return task(i, w / panels_per_column_); }
  std::uint32_t column_root(std::uint32_t j, std::uint32_t w) const { return task(w / panels_per_row_, j); }

  void messages(std::uint32_t round, std::vector<Message>& out) const {
    auto const first = round < hops_ ? 0 : (round - hops_) / apart_;
    for (auto w = first; apart_ * w <= round && w < panels_; ++w) {
      auto const h = round - apart_ * w;
      for (std::uint32_t i = 0; i < rows_; ++i)
        add_broadcast_hop(grid_, row_root(i, w), 1, h, row_block(i, w), out);
      for (std::uint32_t j = 0; j < columns_; ++j)
        add_broadcast_hop(grid_, column_root(j, w), 0, h, column_block(j, w), out);
    }
  }

 private:
  std::uint32_t task(std::uint32_t i, std::uint32_t j) const { return i * columns_ + j; }

  TaskGrid grid_;
  std::uint32_t rows_, columns_, panels_, panels_per_column_, panels_per_row_;
  std::uint32_t hops_, apart_;  // hops of a panel; rounds between the starts of two
};

}  // namespace

Sides Summa::default_grid(GridContext const& context) const { return squarest_grid(context); }

void Summa::check_grid(Sides const& grid) const {
  if (grid.size() != 2)
    throw InputError("grid = " + sides_text(grid), "summa needs rows and columns of tasks",
                     "choose two sides, e.g. 8x16", "schedule");
  auto const least = std::max<std::int64_t>(1, std::lcm(grid[0], grid[1]));
  if (params_.panels % least != 0)
    throw InputError(fmt::format("panels = {}", params_.panels),
                     fmt::format("must be a multiple of {} rows and {} columns", grid[0], grid[1]),
                     fmt::format("choose {} or a multiple", least), "schedule");
  auto const panels = std::max<std::int64_t>(params_.panels, least);
  if (static_cast<double>(panels) * static_cast<double>(grid[0] + grid[1]) > 4294967295.0)
    throw InputError(fmt::format("{} panels on {} tasks", panels, sides_text(grid)),
                     "at most 2^32 - 1 blocks can be named", "choose fewer panels or another grid",
                     "schedule");
}

std::uint32_t Summa::panels(TaskGrid const& grid) const {
  return params_.panels > 0 ? params_.panels : std::lcm(grid.side(0), grid.side(1));
}

double Summa::matrix_share(TaskGrid const& grid) const {
  return 1.0 / (static_cast<double>(panels(grid)) * std::min(grid.side(0), grid.side(1)));
}

std::vector<Phase> Summa::phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  Panels const panels(grid, this->panels(grid));
  RankProgram program;
  program.rounds = panels.rounds();
  program.messages = [panels](std::uint32_t round, std::vector<Message>& out) {
    panels.messages(round, out);
  };
  program.promise = promise_among(places, Holdings::copies);
  auto const add = [&](std::uint32_t root, std::uint32_t dim) {
    promise_broadcast(grid, places, root, dim, program.promise);
  };
  auto const count = this->panels(grid);
  for (std::uint32_t i = 0; i < grid.side(0); ++i)
    for (std::uint32_t w = 0; w < count; ++w) add(panels.row_root(i, w), 1);
  for (std::uint32_t j = 0; j < grid.side(1); ++j)
    for (std::uint32_t w = 0; w < count; ++w) add(panels.column_root(j, w), 0);
  return {{"broadcasts", std::move(program)}};
}

}  // namespace weft::collective
