#pragma once

#include <string_view>

#include "weft/mapping/search/congestion.hpp"

namespace weft::mapping {

/// The data by which placements of a job on a machine are compared.
class SearchGround {
 public:
  /// Throws InputError, naming the mapping, if the context lacks the communication, the network or the
  /// routing. The context's network and shares must outlive this.
  SearchGround(MappingContext const& context, std::string_view mapping);

  TaskGraph const& tasks() const { return tasks_; }
  Network const& network() const { return *network_; }
  /// A store of costs for one thread.
  PairCosts costs() const { return PairCosts(*shares_, *network_, scale_); }
  CostScale const& scale() const { return scale_; }

 private:
  TaskGraph tasks_;
  Network const* network_;
  routing::Shares const* shares_;
  CostScale scale_;
};

}  // namespace weft::mapping
