#include "weft/engine/queue/allocations/curve.hpp"

#include "weft/engine/queue/allocations/runs.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/topology/shape/hilbert.hpp"

namespace weft::queue {
namespace {

/// The nodes along the curve.
std::vector<std::uint32_t> along_curve(Nodes const& nodes) {
  auto const& grid = *nodes.machine().grid();
  Sides sides;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) sides.push_back(grid.side(dim));
  auto const cell_of = [&](std::uint32_t router) {
    std::size_t cell = 0;
    for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
      cell = cell * grid.side(dim) + grid.coord(router, dim);
    return cell;
  };
  std::vector<std::vector<std::uint32_t>> in_cell(size_of(sides));
  for (std::uint32_t node = 0; node < nodes.size(); ++node)
    in_cell[cell_of(nodes.router(node))].push_back(node);
  std::vector<std::uint32_t> order;
  order.reserve(nodes.size());
  for (auto const cell : hilbert_order(sides))
    order.insert(order.end(), in_cell[cell].begin(), in_cell[cell].end());
  return order;
}

class BoundCurve final : public Allocation {
 public:
  BoundCurve(Nodes const& nodes, bool several) : order_(along_curve(nodes)), several_(several) {}
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return place_in_runs(free, order_, count, several_);
  }
  bool may_refuse() const override { return !several_; }

 private:
  std::vector<std::uint32_t> order_;
  bool several_;
};

}  // namespace

std::string_view Curve::lacks(Nodes const& nodes) const {
  return nodes.machine().is_grid() ? "" : "a grid of routers";
}

AllocationPtr Curve::bind(AllocationContext const& context) const {
  return std::make_shared<BoundCurve>(*context.nodes, params_.fallback);
}

}  // namespace weft::queue
