#pragma once

#include <cstdint>
#include <vector>

#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// The k shortest paths of a pair that visit no router twice (J. Y. Yen, Management Science 17, 1971), with
/// each path found once (E. L. Lawler, Management Science 18, 1972). In the order of length, then of ports.
/// One thread at a time.
class KShortestPaths {
 public:
  using Path = std::vector<PathGraph::Step>;

  explicit KShortestPaths(PathGraph const& graph);
  /// As many as there are, at most k. `from` and `to` differ.
  std::vector<Path> const& find(std::uint32_t from, std::uint32_t to, std::size_t k);

 private:
  /// The best path that begins like `steps` up to `kept` and continues by none of the channels `banned`.
  struct Candidate {
    Path steps;
    std::size_t kept = 0;
    std::vector<std::uint32_t> banned;
  };
  static bool later(Candidate const& a, Candidate const& b);

  void add_candidate(Path const& like, std::size_t kept, std::vector<std::uint32_t> banned);
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

}  // namespace weft::routing
