#include "weft/routing/balanced/tree_annealing.hpp"

#include <algorithm>
#include <cmath>

namespace weft::routing {
namespace {

constexpr std::uint32_t moves_per_end = 16;  // one after the other, for the sake of the caches

class Annealing {
 public:
  Annealing(DestinationTrees& trees, LayerOrders& orders, AnnealingPlan const& plan, Rng& rng)
      : trees_(trees), graph_(trees.graph()), orders_(orders), plan_(plan), rng_(rng) {}

  void run(Progress& progress) {
    auto const unit = trees_.mean_square_flow();
    for (std::uint32_t round = 0; round < plan_.rounds; ++round) {
      auto const cooled = static_cast<double>(round) / plan_.rounds;
      temperature_ = unit * plan_.hottest * std::pow(plan_.coldest / plan_.hottest, cooled);
      cost_ = {plan_.least_load, plan_.excess * cooled * cooled};
      for (std::uint64_t i = 0; i < plan_.moves; i += moves_per_end) {
        auto const end = static_cast<std::uint32_t>(rng_.below(graph_.num_ends()));
        for (std::uint32_t k = 0; k < moves_per_end; ++k) try_move(end);
      }
      orders_.reorder(trees_, rng_);
      progress.advance();
    }
  }

 private:
  void try_move(std::uint32_t end) {
    auto const router = static_cast<std::uint32_t>(rng_.below(graph_.num_routers()));
    auto const now = trees_.to(end)[router];
    auto const first = graph_.first_out(router), ports = graph_.first_out(router + 1) - first;
    if (now == DestinationTrees::none || ports < 2) return;
    auto const other = first + static_cast<std::uint32_t>(rng_.below(ports - 1));
    DestinationTrees::Move const move{end, router, other < now ? other : other + 1};
    double change = 0;
    if (!trees_.evaluate(move, cost_, change)) return;
    if (change > 0 && change > -temperature_ * std::log(1 - rng_.uniform())) return;
    if (!orders_.evaluate(trees_, move)) return;
    trees_.apply(move);
    orders_.apply(end);
  }

  DestinationTrees& trees_;
  ChannelGraph const& graph_;
  LayerOrders& orders_;
  AnnealingPlan const& plan_;
  Rng& rng_;
  LoadCost cost_;
  double temperature_ = 0;
};

}  // namespace

void anneal(DestinationTrees& trees, LayerOrders& orders, AnnealingPlan const& plan, Rng& rng,
            Progress& progress) {
  if (trees.graph().num_ends() == 0) return;
  Annealing(trees, orders, plan, rng).run(progress);
}

}  // namespace weft::routing
