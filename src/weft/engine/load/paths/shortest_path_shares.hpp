#pragma once

#include "weft/core/param.hpp"
#include "weft/engine/load/pair_shares.hpp"
#include "weft/engine/load/paths/hop_rows.hpp"
#include "weft/engine/load/paths/path_graph.hpp"
#include "weft/engine/load/paths/paths_of_pair.hpp"
#include "weft/engine/load/paths/scratch_pool.hpp"

namespace weft::load {

/// Which of several shortest paths traffic takes.
enum class PathChoice : std::uint8_t { all, lowest };

}  // namespace weft::load

template <>
inline constexpr weft::EnumValue<weft::load::PathChoice> weft::enum_values<weft::load::PathChoice>[] = {
    {"all", weft::load::PathChoice::all, "each the same share"},
    {"lowest", weft::load::PathChoice::lowest, "the one over the port of lowest number, router by router"}};

namespace weft::load {

/// The shortest paths through a graph. A pair costs time in proportion to the channels on its paths.
class ShortestPathShares final : public PairShares {
 public:
  ShortestPathShares(PathGraph graph, PathChoice choice);
  std::uint64_t denominator() const override { return choice_ == PathChoice::all ? even_denominator : 1; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;

 private:
  void append_lowest(std::uint32_t from, HopRows::Row const& hops, std::vector<ChannelShare>& out) const;

  PathGraph graph_;
  HopRows rows_;
  PathChoice choice_;
  ScratchPool<PathsOfPair> mutable scratch_;
};

}  // namespace weft::load
