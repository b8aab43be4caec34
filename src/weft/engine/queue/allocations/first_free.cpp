#include "weft/engine/queue/allocations/first_free.hpp"

namespace weft::queue {
namespace {

class BoundFirstFree final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    NodeList chosen;
    for (auto node = free.next(0); chosen.size() < count; node = free.next(node + 1)) chosen.push_back(node);
    return chosen;
  }
};

}  // namespace

AllocationPtr FirstFree::bind(AllocationContext const&) const { return std::make_shared<BoundFirstFree>(); }

}  // namespace weft::queue
