#include "weft/engine/queue/allocations/spread.hpp"

#include "weft/engine/queue/allocations/groups.hpp"

namespace weft::queue {
namespace {

class BoundSpread final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return round_over_groups(free, count);
  }
};

}  // namespace

AllocationPtr Spread::bind(AllocationContext const&) const { return std::make_shared<BoundSpread>(); }

}  // namespace weft::queue
