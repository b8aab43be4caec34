#include "weft/traffic/communication/matrix.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_format.hpp"

namespace weft::task {
namespace {

GraphFile read(std::string const& file) { return read_graph(file, GraphFormat::matrix_market); }

/// The factor that makes the weights whole numbers; 1 if they are.
double scale_of(GraphFile const& matrix) {
  double largest = 0;
  bool whole = true;
  for (auto const& link : matrix.links) {
    largest = std::max(largest, link.weight);
    whole &= link.weight == std::trunc(link.weight);
  }
  if (whole) return 1;
  constexpr int bits = 40;
  return std::ldexp(1.0, bits - std::ilogb(largest));
}

}  // namespace

void Matrix::check(Params const& params) {
  if (params.file.empty()) throw InputError("matrix without a file", "", "give matrix:file=PATH");
}

Sides Matrix::own_grid() const { return {static_cast<std::int64_t>(read(params_.file).vertices)}; }

Communication Matrix::communicate(TaskContext const& context) const {
  auto const matrix = read(params_.file);
  if (matrix.vertices != context.num_tasks())
    throw InputError("a matrix of " + std::to_string(matrix.vertices) + " tasks",
                     "the task grid has " + std::to_string(context.num_tasks()), "", params_.file);
  double const scale = scale_of(matrix);
  Communication communication{matrix.vertices};
  for (auto const& link : matrix.links) {
    auto const units = static_cast<std::uint64_t>(std::llround(link.weight * scale));
    communication.add({link.a, link.b, units});
    if (!matrix.directed && link.a != link.b) communication.add({link.b, link.a, units});
  }
  communication.finish();
  return communication;
}

}  // namespace weft::task
