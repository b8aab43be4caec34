// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/communication/regular.hpp"

#include <cstdlib>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft::task {
namespace {

using Step = std::vector<int>;

/// Returns the steps to the neighbors; each has a component of -1, 0 or 1 per dimension.
std::vector<Step> neighbor_steps(std::size_t dims, bool corners) {
  std::vector<Step> steps;
  std::size_t count = 1;
  for (std::size_t d = 0; d < dims; ++d) count *= 3;
  for (std::size_t code = 0; code < count; ++code) {
    Step step;
    int length = 0;
    for (std::size_t d = 0, rest = code; d < dims; ++d, rest /= 3) {
      step.push_back(static_cast<int>(rest % 3) - 1);
      length += std::abs(step.back());
    }
    if (length == 1 || (corners && length > 1)) steps.push_back(step);
  }
  return steps;
}

bool stays_inside(CartesianShape const& shape, RouterId task, Step const& step) {
  for (std::uint32_t d = 0; d < shape.dims(); ++d) {
    auto const at = shape.coord(task, d);
    if ((step[d] == 1 && at + 1 == shape.side(d)) || (step[d] == -1 && at == 0)) return false;
  }
  return true;
}

/// Returns the task that `step` leads to on the grid, with wraparound.
RouterId neighbor(CartesianShape const& shape, RouterId task, Step const& step) {
  auto to = task;
  for (std::uint32_t d = 0; d < shape.dims(); ++d) {
    auto const side = shape.side(d), at = shape.coord(task, d);
    if (step[d] == 1) to = shape.move(to, d, at + 1 == side ? 0 : at + 1);
    if (step[d] == -1) to = shape.move(to, d, at == 0 ? side - 1 : at - 1);
  }
  return to;
}

}  // namespace

Communication Halo::communicate(TaskContext const& context) const {
  constexpr std::size_t max_dims = 8;
  if (context.sides.size() > max_dims)
    throw InputError("halo does not support more than 8 dimensions", "", "specify a smaller --grid");
  CartesianShape const shape{
      Sides(context.sides.rbegin(), context.sides.rend())};  // the last side varies fastest
  Communication communication{shape.size()};
  auto const steps = neighbor_steps(shape.dims(), params_.corners);
  if (static_cast<unsigned __int128>(steps.size()) * shape.size() >> 32 != 0)
    throw InputError("halo has more than 2^32 flows", "this is the maximum", "use a smaller grid");
  for (std::uint32_t task = 0; task < shape.size(); ++task)
    for (auto const& step : steps)
      if (params_.wrap || stays_inside(shape, {task}, step))
        communication.add({task, neighbor(shape, {task}, step).v, 1});
  communication.finish();
  return communication;
}

Communication Transpose::communicate(TaskContext const& context) const {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  std::uint64_t scale = 1;
  for (auto const side : context.sides) scale = std::lcm(scale, static_cast<std::uint64_t>(side));
  Communication communication{context.num_tasks()};
  std::vector<std::uint32_t> members;
  std::uint32_t stride = 1;
  for (auto dim = context.sides.size(); dim-- > 0;) {
    auto const side = static_cast<std::uint32_t>(context.sides[dim]);
    members.resize(side);
    for (std::uint32_t first = 0; first < tasks; ++first) {
      if (first / stride % side != 0) continue;
      for (std::uint32_t i = 0; i < side; ++i) members[i] = first + i * stride;
      communication.add_group(scale / side, members);
    }
    stride *= side;
  }
  communication.finish();
  return communication;
}

Communication AllToAll::communicate(TaskContext const& context) const {
  Communication communication{context.num_tasks()};
  std::vector<std::uint32_t> members(context.num_tasks());
  std::iota(members.begin(), members.end(), 0);
  communication.add_group(1, members);
  communication.finish();
  return communication;
}

Communication Multicast::communicate(TaskContext const& context) const {
  auto const tasks = context.num_tasks();
  auto const size = static_cast<std::uint64_t>(params_.size == 0 ? context.sides.back() : params_.size);
  if (size < 2 || tasks % size != 0)
    throw InputError("multicast does not support groups of " + std::to_string(size),
                     "the size must be at least 2 and divide the " + std::to_string(tasks) + " tasks");
  Communication communication{tasks};
  for (std::uint64_t task = 0; task < tasks; ++task)
    if (auto const root = task / size * size; root != task)
      communication.add({static_cast<std::uint32_t>(root), static_cast<std::uint32_t>(task), 1});
  communication.finish();
  return communication;
}

}  // namespace weft::task
