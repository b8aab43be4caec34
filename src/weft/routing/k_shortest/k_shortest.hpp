// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// The k shortest loopless paths of a pair (J. Y. Yen, Management Science 17, 1971), each found once (E. L.
/// Lawler, Management Science 18, 1972), ordered by length, then by ports. Not thread-safe.
class KShortestPaths {
 public:
  using Path = std::vector<PathGraph::Step>;

  explicit KShortestPaths(PathGraph const& graph);
  /// Returns the k shortest paths, or all if there are fewer. `from` and `to` must differ.
  std::vector<Path> const& find(std::uint32_t from, std::uint32_t to, std::size_t k);

 private:
  /// The best path that begins with the first `num_kept` of `steps` and does not continue with a channel in
  /// `banned`.
  struct Candidate {
    Path steps;
    std::size_t num_kept = 0;
    std::vector<std::uint32_t> banned;
  };
  static bool later(Candidate const& a, Candidate const& b);

  void add_candidate(Path const& like, std::size_t num_kept, std::vector<std::uint32_t> banned);
  bool search(std::uint32_t spur, std::vector<std::uint32_t> const& banned);
  void walk(std::uint32_t spur, std::vector<std::uint32_t> const& banned, Path& path) const;
  void forget_search();

  PathGraph const* graph_;
  std::uint32_t from_ = 0, to_ = 0;  // states
  std::vector<Path> found_;
  std::vector<Candidate> candidates_;  // a heap
  std::vector<bool> blocked_, goal_;
  std::vector<std::uint32_t> hops_, queue_;
};

/// The routing `k_shortest`.
class KShortest {
 public:
  struct Params {
    std::int64_t paths = 8;
  };
  static constexpr std::string_view name = "k_shortest";
  static constexpr std::string_view doc =
      "The `paths` shortest paths that visit no router twice share the traffic equally, on any network. "
      "Among paths of equal length, those with the lower ports come first. If there are fewer paths, all of "
      "them share (J. Y. Yen, Finding the k shortest loopless paths in a network, Management Science 17, "
      "1971; with 8 paths the routing of A. Singla et al., Jellyfish, NSDI 2012).";
  static constexpr std::tuple schema{
      param("paths", &Params::paths, Range{1, 65536}, "paths per pair"),
  };
  static constexpr std::string_view needs = "any topology";
  static constexpr bool supports_failures = true;

  explicit KShortest(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  SharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::routing
