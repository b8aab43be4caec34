#include "weft/engine/queue/allocations/hybrid.hpp"

#include <utility>

#include "weft/engine/queue/allocations/make.hpp"

namespace weft::queue {
namespace {

class BoundHybrid final : public Allocation {
 public:
  BoundHybrid(std::uint32_t most, AllocationPtr small, AllocationPtr larger)
      : most_(most), small_(std::move(small)), larger_(std::move(larger)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const override {
    return (count <= most_ ? small_ : larger_)->place(free, count, draw);
  }
  bool may_refuse() const override { return small_->may_refuse() || larger_->may_refuse(); }

 private:
  std::uint32_t most_;
  AllocationPtr small_, larger_;
};

AllocationPtr inner(std::string const& text, AllocationContext const& context) {
  auto const spec = text.starts_with('[') ? text.substr(1, text.size() - 2) : text;
  return make_allocation(Spec::parse(spec), context).allocation;
}

}  // namespace

AllocationPtr Hybrid::bind(AllocationContext const& context) const {
  return std::make_shared<BoundHybrid>(params_.small, inner(params_.of, context),
                                       inner(params_.larger, context));
}

}  // namespace weft::queue
