// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/applications/matrix_products.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/collective/applications/folding.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

Sides Halo::default_grid(GridContext const& context) const {
  return context.machine.empty() ? squarest_grid(context) : context.machine;
}

void Halo::check_grid(Sides const& grid) const {
  if (static_cast<double>(size_of(grid)) * 2 * static_cast<double>(grid.size()) > 4294967295.0)
    throw InputError("grid=" + format_sides(grid) + " has too many blocks",
                     "a schedule supports at most 2^32 - 1", "choose a smaller grid", "schedule");
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
  program.postcondition = postcondition_among(places, Holdings::one_place);
  auto& postcondition = program.postcondition;
  postcondition.blocks = static_cast<std::uint32_t>(messages.size());
  for (auto const& message : messages) {
    postcondition.start.push_back(places[message.from]);
    postcondition.goal.push_back(places[message.to]);
  }
  program.messages = [messages](std::uint32_t, std::vector<Message>& out) {
    out.insert(out.end(), messages.begin(), messages.end());
  };
  return {{"exchange", std::move(program)}};
}

namespace {

/// The shifts of Cannon's algorithm. Block (i, k) of the first matrix is block i q + k; block (k, j) of the
/// second matrix is block q^2 + k q + j.
class Shifts {
 public:
  explicit Shifts(TaskGrid const& grid) : grid_(grid), q_(grid.side(0)) {}

  std::uint32_t rounds() const { return q_ / 2 + q_ - 1; }

  /// The rotation of a line before a round, and whether and in which direction the round rotates it further.
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

  /// Returns the final column of block (a, b) of the first matrix, after a total rotation by a + q - 1.
  /// Blocks of the second matrix follow by transposition.
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
    throw InputError(fmt::format("cannon does not support {} tasks", context.tasks),
                     "cannon needs a square number of tasks",
                     fmt::format("choose a task grid, e.g. grid={0}x{0} with mapping=linear", q), "schedule");
  return {q, q};
}

void Cannon::check_grid(Sides const& grid) const {
  if (grid.size() != 2 || grid[0] != grid[1])
    throw InputError("grid=" + format_sides(grid), "cannon needs a square grid of tasks",
                     "choose equal numbers of rows and columns, e.g. 8x8, or the schedule summa", "schedule");
}

std::vector<Phase> Cannon::phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  Shifts const shifts(grid);
  auto const q = grid.side(0);
  RankProgram program;
  program.rounds = shifts.rounds();
  program.messages = [shifts](std::uint32_t round, std::vector<Message>& out) {
    shifts.messages(round, out);
  };
  program.postcondition = postcondition_among(places, Holdings::one_place);
  auto& postcondition = program.postcondition;
  postcondition.blocks = 2 * grid.size();
  postcondition.start = places;
  postcondition.start.insert(postcondition.start.end(), places.begin(), places.end());
  for (std::uint32_t i = 0; i < q; ++i)
    for (std::uint32_t k = 0; k < q; ++k)
      postcondition.goal.push_back(places[i * q + shifts.last_column(i, k)]);
  for (std::uint32_t k = 0; k < q; ++k)
    for (std::uint32_t j = 0; j < q; ++j)
      postcondition.goal.push_back(places[shifts.last_column(j, k) * q + j]);
  return {{"shifts", std::move(program)}};
}

namespace {

/// The panels of SUMMA. Panel w of the first matrix in task row i is block i * panels + w; panel w of the
/// second matrix in task column j is block rows * panels + j * panels + w.
class Panels {
 public:
  Panels(TaskGrid const& grid, std::uint32_t panels)
      : grid_(grid),
        rows_(grid.side(0)),
        columns_(grid.side(1)),
        panels_(panels),
        panels_per_column_(panels / columns_),
        panels_per_row_(panels / rows_),
        hops_(std::max(max_hops(grid, 0), max_hops(grid, 1))),
        apart_(hops_ > 1 ? 2 : 1) {}

  std::uint32_t rounds() const { return hops_ == 0 ? 0 : apart_ * (panels_ - 1) + hops_; }
  std::uint32_t row_block(std::uint32_t i, std::uint32_t w) const { return i * panels_ + w; }
  std::uint32_t column_block(std::uint32_t j, std::uint32_t w) const { return (rows_ + j) * panels_ + w; }
  /// Return the task that initially owns panel w of the first matrix in row i, and of the second matrix in
  /// column j.
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
  std::uint32_t hops_, apart_;  // maximum hops of a panel; rounds between the starts of consecutive panels
};

}  // namespace

Sides Summa::default_grid(GridContext const& context) const { return squarest_grid(context); }

void Summa::check_grid(Sides const& grid) const {
  if (grid.size() != 2)
    throw InputError("grid=" + format_sides(grid), "summa needs a grid with two sides", "choose e.g. 8x16",
                     "schedule");
  auto const minimum = std::max<std::int64_t>(1, std::lcm(grid[0], grid[1]));
  if (params_.panels % minimum != 0)
    throw InputError(fmt::format("panels={}", params_.panels),
                     fmt::format("must be a multiple of {} rows and {} columns", grid[0], grid[1]),
                     fmt::format("choose {} or a multiple", minimum), "schedule");
  auto const panels = std::max<std::int64_t>(params_.panels, minimum);
  if (static_cast<double>(panels) * static_cast<double>(grid[0] + grid[1]) > 4294967295.0)
    throw InputError(fmt::format("too many blocks: {} panels on {} tasks", panels, format_sides(grid)),
                     "a schedule supports at most 2^32 - 1", "choose fewer panels or another grid",
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
  program.postcondition = postcondition_among(places, Holdings::copies);
  auto const add = [&](std::uint32_t root, std::uint32_t dim) {
    add_broadcast_postcondition(grid, places, root, dim, program.postcondition);
  };
  auto const count = this->panels(grid);
  for (std::uint32_t i = 0; i < grid.side(0); ++i)
    for (std::uint32_t w = 0; w < count; ++w) add(panels.row_root(i, w), 1);
  for (std::uint32_t j = 0; j < grid.side(1); ++j)
    for (std::uint32_t w = 0; w < count; ++w) add(panels.column_root(j, w), 0);
  return {{"broadcasts", std::move(program)}};
}

namespace {

enum Dim : std::uint32_t { row, column, depth };

std::uint32_t rounds_for(std::uint32_t hops, std::uint32_t packets) {
  return hops == 0 ? 0 : hops + packets - 1;
}

/// Calls visit(packet, hop) for each packet that makes a hop in a round: packet m makes hop h in round m + h.
template <class Visit>
void for_each_packet(std::uint32_t round, std::uint32_t hops, std::uint32_t packets, Visit visit) {
  for (auto m = round < hops ? 0 : round - hops + 1; m <= round && m < packets; ++m) visit(m, round - m);
}

/// Returns the tasks with coordinate 0 along `dim`, ascending.
std::vector<std::uint32_t> face(TaskGrid const& grid, std::uint32_t dim) {
  std::vector<std::uint32_t> tasks;
  for (std::uint32_t task = 0; task < grid.size(); ++task)
    if (grid.coord(task, dim) == 0) tasks.push_back(task);
  return tasks;
}

}  // namespace

Sides Matmul3d::default_grid(GridContext const& context) const {
  auto const q = static_cast<std::int64_t>(std::cbrt(static_cast<double>(context.tasks)) + 1e-9);
  if (static_cast<std::uint64_t>(q * q * q) == context.tasks) return {q, q, q};
  if (context.machine.size() == 3) return context.machine;
  throw InputError(fmt::format("matmul_3d does not support {} tasks", context.tasks),
                   "matmul_3d needs a cubic number of tasks",
                   fmt::format("choose a task grid, e.g. grid={0}x{0}x{0} with mapping=linear", q),
                   "schedule");
}

void Matmul3d::check_grid(Sides const& grid) const {
  if (grid.size() != 3)
    throw InputError("grid=" + format_sides(grid), "matmul_3d needs a grid with three sides",
                     "choose e.g. 4x4x4, or the schedule summa", "schedule");
  auto const faces = static_cast<double>(grid[0]) * static_cast<double>(grid[2]) +
                     static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  if (faces * params_.packets > 4294967295.0)
    throw InputError(
        fmt::format("too many blocks: {} packets on {} tasks", params_.packets, format_sides(grid)),
        "a schedule supports at most 2^32 - 1", "choose fewer packets", "schedule");
}

double Matmul3d::matrix_share(TaskGrid const& grid) const {
  auto const a = grid.side(row), b = grid.side(column), c = grid.side(depth);
  return 1.0 / (static_cast<double>(std::min({a * c, c * b, a * b})) * params_.packets);
}

RankProgram Matmul3d::broadcasts(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  auto const packets = params_.packets;
  auto const first = face(grid, column), second = face(grid, row);
  auto const hops = std::max(max_hops(grid, column), max_hops(grid, row));
  RankProgram program;
  program.rounds = rounds_for(hops, packets);
  program.postcondition = postcondition_among(places, Holdings::copies);
  auto const add = [&](std::vector<std::uint32_t> const& roots, std::uint32_t dim) {
    for (auto const root : roots)
      for (std::uint32_t m = 0; m < packets; ++m)
        add_broadcast_postcondition(grid, places, root, dim, program.postcondition);
  };
  add(first, column);
  add(second, row);
  program.messages = [grid, first, second, hops, packets](std::uint32_t round, std::vector<Message>& out) {
    for_each_packet(round, hops, packets, [&](std::uint32_t m, std::uint32_t h) {
      std::uint32_t block = m;
      for (auto const root : first) {
        add_broadcast_hop(grid, root, column, h, block, out);
        block += packets;
      }
      for (auto const root : second) {
        add_broadcast_hop(grid, root, row, h, block, out);
        block += packets;
      }
    });
  };
  return program;
}

RankProgram Matmul3d::reductions(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  auto const packets = params_.packets;
  auto const roots = face(grid, depth);
  auto const hops = max_hops(grid, depth);
  RankProgram program;
  program.rounds = rounds_for(hops, packets);
  program.postcondition = postcondition_among(places, Holdings::sums);
  auto& postcondition = program.postcondition;
  postcondition.blocks = static_cast<std::uint32_t>(roots.size()) * packets;
  postcondition.first_part = {0};
  for (auto const root : roots)
    for (std::uint32_t m = 0; m < packets; ++m) {
      postcondition.goal.push_back(places[root]);
      for (auto const task : line_of(grid, root, depth)) postcondition.part.push_back(places[task]);
      postcondition.first_part.push_back(postcondition.part.size());
    }
  program.messages = [grid, roots, hops, packets](std::uint32_t round, std::vector<Message>& out) {
    for_each_packet(round, hops, packets, [&](std::uint32_t m, std::uint32_t h) {
      for (std::uint32_t i = 0; i < roots.size(); ++i)
        add_reduction_hop(grid, roots[i], depth, hops - h, i * packets + m, out);
    });
  };
  return program;
}

std::vector<Phase> Matmul3d::phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  return {{"broadcasts", broadcasts(grid, places)}, {"reductions", reductions(grid, places)}};
}

}  // namespace weft::collective
