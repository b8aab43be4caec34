#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/collective/operation.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::verb {

/// What an operation simulated by the engine `rounds` gave. A round is a step of one slot; a message is one block.
struct RoundsCollectiveRun {
  std::uint64_t rounds = 0;
  double bound = 0;        ///< rounds that no algorithm undercuts, by bandwidth
  double utilization = 0;  ///< mean of all channels
  std::vector<Table> tables = {};
  std::vector<std::string> notes = {};
};

/// An algorithm of collective operations that is no planned schedule but runs in rounds. Adding one = one file and one entry in
/// catalog.hpp. `run` throws InputError for topologies that it does not fit.
template <class A>
concept RoundsCollective = requires(A const a, typename A::Params const& params, TopologyPtr const& topology,
                                    std::uint64_t seed, Progress& progress) {
  { A::name } -> std::convertible_to<std::string_view>;
  { A::doc } -> std::convertible_to<std::string_view>;
  A::schema;
  A{params};
  { A::operation } -> std::convertible_to<collective::Operation>;
  { a.run(topology, seed, progress) } -> std::same_as<RoundsCollectiveRun>;
};

}  // namespace weft::verb
