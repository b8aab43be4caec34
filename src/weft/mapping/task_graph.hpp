#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/weighted_graph.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// A communication as a symmetric graph in compressed rows, groups expanded, without traffic of a task to
/// itself.
class TaskGraph {
 public:
  struct Partner {
    std::uint32_t task = 0;
    std::uint64_t sent = 0, received = 0;  ///< by the task whose partner this is
    std::uint64_t units() const { return sent + received; }
  };

  /// Throws InputError if it does not fit into memory.
  explicit TaskGraph(Communication const& communication);

  std::uint32_t num_tasks() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint64_t num_arcs() const { return partners_.size(); }
  /// The partners of a task, in ascending order.
  std::span<Partner const> partners(std::uint32_t task) const {
    return {partners_.data() + first_[task], partners_.data() + first_[task + std::size_t{1}]};
  }
  /// All units that a task sends and receives.
  std::uint64_t volume(std::uint32_t task) const;
  std::uint64_t total_sent() const;
  /// All amounts divided by 2^bits and rounded down.
  void scale_down(unsigned bits);
  Graph graph() const;
  /// Every task of weight 1, every arc of the units in both directions.
  WeightedGraph weighted() const;

 private:
  void fill(Communication const& communication);
  void merge_rows();
  std::vector<std::uint64_t> first_;
  std::vector<Partner> partners_;
};

/// The communication that a mapping needs. Throws InputError, naming the mapping, if it is not given.
Communication const& communication_for(MappingContext const& context, std::string_view mapping);
/// The machine as a network, likewise.
Network const& network_for(MappingContext const& context, std::string_view mapping);

}  // namespace weft::mapping
