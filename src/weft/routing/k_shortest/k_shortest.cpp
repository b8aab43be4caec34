#include "weft/routing/k_shortest/k_shortest.hpp"

#include "weft/routing/paths/k_shortest_paths.hpp"
#include "weft/routing/paths/scratch_pool.hpp"

namespace weft::routing {
namespace {

class KShortestShares final : public Shares {
 public:
  KShortestShares(Network const& network, std::size_t paths)
      : graph_(PathGraph::all(network)), paths_(paths) {}
  std::uint64_t denominator() const override { return even_denominator; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    if (from == to) return true;
    return scratch_.with([&] { return KShortestPaths(graph_); },
                         [&](KShortestPaths& search) { return append(search, from, to, out); });
  }

 private:
  bool append(KShortestPaths& search, RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
    auto const& found = search.find(from.v, to.v, paths_);
    if (found.empty()) no_path(from, to);
    auto const first = out.size();
    for (auto const& path : found)
      for (auto const& step : path) out.push_back({{step.channel}, 1});
    merge_shares(out, first);
    bool exact = true;
    for (auto i = first; i < out.size(); ++i) {
      auto const share = even_share(out[i].numerator, found.size());
      out[i].numerator = share.numerator;
      exact = exact && share.exact;
    }
    return exact;
  }

  PathGraph graph_;
  std::size_t paths_;
  ScratchPool<KShortestPaths> mutable scratch_;
};

}  // namespace

SharesPtr KShortest::shares(Machine const& machine) const {
  return std::make_shared<KShortestShares>(*machine.network(), static_cast<std::size_t>(params_.paths));
}

}  // namespace weft::routing
