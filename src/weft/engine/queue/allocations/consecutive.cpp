#include "weft/engine/queue/allocations/consecutive.hpp"

#include <numeric>

#include "weft/engine/queue/allocations/runs.hpp"

namespace weft::queue {
namespace {

class BoundConsecutive final : public Allocation {
 public:
  BoundConsecutive(Nodes const& nodes, bool several) : order_(nodes.size()), several_(several) {
    std::iota(order_.begin(), order_.end(), 0u);
  }
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return place_in_runs(free, order_, count, several_);
  }
  bool may_refuse() const override { return !several_; }

 private:
  std::vector<std::uint32_t> order_;
  bool several_;
};

}  // namespace

AllocationPtr Consecutive::bind(AllocationContext const& context) const {
  return std::make_shared<BoundConsecutive>(*context.nodes, params_.fallback);
}

}  // namespace weft::queue
