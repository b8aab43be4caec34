#include "weft/collective/applications/matmul_3d.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/collective/applications/lines.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

enum Dim : std::uint32_t { row, column, depth };

std::uint32_t rounds_for(std::uint32_t hops, std::uint32_t packets) {
  return hops == 0 ? 0 : hops + packets - 1;
}

/// Calls visit(packet, hop) for the packets that make a hop in a round: packet m makes hop h in round m + h.
template <class Visit>
void for_each_packet(std::uint32_t round, std::uint32_t hops, std::uint32_t packets, Visit visit) {
  for (auto m = round < hops ? 0 : round - hops + 1; m <= round && m < packets; ++m) visit(m, round - m);
}

/// The tasks at one end of the lines of a dimension, ascending.
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
  throw InputError(fmt::format("{} tasks", context.tasks), "their number is not a cube",
                   fmt::format("choose a task grid, e.g. grid={0}x{0}x{0} with mapping=linear", q),
                   "schedule");
}

void Matmul3d::check_grid(Sides const& grid) const {
  if (grid.size() != 3)
    throw InputError("grid = " + sides_text(grid), "matmul_3d needs three sides of tasks",
                     "choose e.g. 4x4x4, or the schedule summa", "schedule");
  auto const faces = static_cast<double>(grid[0]) * static_cast<double>(grid[2]) +
                     static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  if (faces * params_.packets > 4294967295.0)
    throw InputError(fmt::format("{} packets on {} tasks", params_.packets, sides_text(grid)),
                     "at most 2^32 - 1 blocks can be named", "choose fewer packets", "schedule");
}

double Matmul3d::matrix_share(TaskGrid const& grid) const {
  auto const a = grid.side(row), b = grid.side(column), c = grid.side(depth);
  return 1.0 / (static_cast<double>(std::min({a * c, c * b, a * b})) * params_.packets);
}

RankProgram Matmul3d::broadcasts(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const {
  auto const packets = params_.packets;
  auto const first = face(grid, column), second = face(grid, row);
  auto const hops = std::max(most_hops(grid, column), most_hops(grid, row));
  RankProgram program;
  program.rounds = rounds_for(hops, packets);
  program.promise = promise_among(places, Holdings::copies);
  auto const add = [&](std::vector<std::uint32_t> const& roots, std::uint32_t dim) {
    for (auto const root : roots)
      for (std::uint32_t m = 0; m < packets; ++m) promise_broadcast(grid, places, root, dim, program.promise);
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
  auto const hops = most_hops(grid, depth);
  RankProgram program;
  program.rounds = rounds_for(hops, packets);
  program.promise = promise_among(places, Holdings::sums);
  auto& promise = program.promise;
  promise.blocks = static_cast<std::uint32_t>(roots.size()) * packets;
  promise.first_part = {0};
  for (auto const root : roots)
    for (std::uint32_t m = 0; m < packets; ++m) {
      promise.goal.push_back(places[root]);
      for (auto const task : line_of(grid, root, depth)) promise.part.push_back(places[task]);
      promise.first_part.push_back(promise.part.size());
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
