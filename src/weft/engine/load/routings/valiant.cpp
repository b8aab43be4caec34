#include "weft/engine/load/routings/valiant.hpp"

#include "weft/engine/load/paths/shortest_path_shares.hpp"
#include "weft/engine/load/single_path.hpp"

namespace weft::load {
namespace {

/// Two legs of another routing, by way of each router alike.
class TwoLegs final : public PairShares {
 public:
  TwoLegs(std::uint64_t routers, PairSharesPtr leg) : routers_(routers), leg_(std::move(leg)) {}
  std::uint64_t denominator() const override { return leg_->denominator() * routers_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    if (from == to) return true;
    auto const first = out.size();
    bool exact = true;
    for (std::uint32_t via = 0; via < routers_; ++via) {
      exact &= leg_->append(from, {via}, out);
      exact &= leg_->append({via}, to, out);
      if (out.size() - first > most_apart) merge_shares(out, first);
    }
    merge_shares(out, first);
    return exact;
  }

 private:
  static constexpr std::size_t most_apart = std::size_t{1} << 20;
  std::uint64_t routers_;
  PairSharesPtr leg_;
};

RoutingPtr by_dimensions(Machine const& machine) { return machine.bind({"dimension_order", {}}); }

}  // namespace

PairSharesPtr Valiant::shares(Machine const& machine) const {
  PairSharesPtr leg;
  if (machine.is_grid)
    leg = std::make_shared<SinglePathShares>(machine.network(), by_dimensions(machine));
  else
    leg = std::make_shared<ShortestPathShares>(PathGraph::all(*machine.network()), PathChoice::all);
  return std::make_shared<TwoLegs>(machine.routers, std::move(leg));
}

NetworkLoads Valiant::loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const {
  if (machine.is_grid) return single_path_loads(traffic, *by_dimensions(machine), true, progress);
  return all_minimal_loads(traffic, true, progress);
}

}  // namespace weft::load
