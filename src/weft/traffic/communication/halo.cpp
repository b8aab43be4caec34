#include "weft/traffic/communication/halo.hpp"

#include <cstdlib>

#include "weft/core/error.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft::task {
namespace {

using Step = std::vector<int>;

/// The steps to the neighbors, each -1, 0 or 1 along every dimension.
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

/// The task one step away on the grid that wraps.
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
  constexpr std::size_t most_dims = 8;
  if (context.sides.size() > most_dims)
    throw InputError("halo on a grid of more than 8 dimensions", "it has at most 8", "give --grid");
  CartesianShape const shape{
      Sides(context.sides.rbegin(), context.sides.rend())};  // the last side is the fastest
  Communication communication{shape.size()};
  auto const steps = neighbor_steps(shape.dims(), params_.corners);
  if (static_cast<unsigned __int128>(steps.size()) * shape.size() >> 32 != 0)
    throw InputError("halo of more than 2^32 flows", "they would not fit in memory", "use a smaller grid");
  for (std::uint32_t task = 0; task < shape.size(); ++task)
    for (auto const& step : steps)
      if (params_.wrap || stays_inside(shape, {task}, step))
        communication.add({task, neighbor(shape, {task}, step).v, 1});
  communication.finish();
  return communication;
}

}  // namespace weft::task
