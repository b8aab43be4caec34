#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/clex/faults/detours.hpp"
#include "weft/engine/rounds/clex/faults/faulty_clique.hpp"
#include "weft/engine/rounds/clex/faults/faulty_edges.hpp"
#include "weft/engine/rounds/clex/faults/route_planner.hpp"
#include "weft/engine/rounds/clex/faults/way_finder.hpp"

namespace weft::rounds {

/// The state of one run: the parcels, and in which clique or queue each of them is.
class FaultRun {
 public:
  FaultRun(SurvivingClex const& network, Traffic const& traffic, ClexOptions const& options,
           FaultOptions const& faults, std::uint64_t seed, HopLength const& length, Progress& progress);
  FaultOutcome run();

 private:
  struct Worker {
    explicit Worker(FaultRun const& run)
        : clique(run.network_, run.options_),
          edges(run.machine_.m, run.options_.subset, run.faults_.asynchronous, run.pool_),
          tally(run.machine_.levels) {}
    FaultyClique clique;
    FaultyEdges edges;
    FaultTally tally;
    std::vector<FaultyClique::Message> in_clique;
    std::vector<FaultyEdges::Message> at_node;
    std::vector<std::uint32_t> ids, position;
    std::vector<std::uint16_t> working;
    std::optional<WayFinder> ways;
  };
  struct Place {
    std::uint32_t id, node;
  };

  Worker& worker_at(unsigned index);
  std::uint32_t length(std::uint32_t from, std::uint32_t to) const {
    return length_ ? length_({from}, {to}) : 0;
  }
  void load();
  void plan();
  void inject();
  void reopen();
  void exchange(Call const& call);
  void exchange_group(Call const& call, std::uint64_t group, Worker& worker);
  void send_from(Call const& call, std::uint32_t node, Medium& medium, Rng& rng, Worker& worker);
  void sort_into_cliques();
  void tally_instances(std::uint64_t call);
  void run_clique(std::size_t step, std::uint64_t clique, Worker& worker);
  void collect(std::size_t step, std::uint64_t clique, Worker& worker);
  bool stuck(std::size_t step, std::uint32_t node, std::uint32_t target) const;
  void enqueue(std::uint64_t clique, Worker& worker);
  std::vector<Detour> find_detours();
  void take_detours();
  FaultOutcome summarize();

  SurvivingClex const& network_;
  ClexMachine machine_;
  Traffic const& traffic_;
  ClexOptions options_;
  FaultOptions faults_;
  std::uint64_t seed_;
  HopLength const& length_;
  Progress& progress_;
  std::vector<Call> calls_;
  RoutePlanner planner_;
  std::vector<std::uint16_t> pool_;
  FaultOutcome outcome_;
  std::vector<Parcel>& parcels_;
  std::vector<Place> moved_;                ///< what the exchange brought where, group by group
  std::vector<std::uint32_t> order_;        ///< parcels clique by clique
  std::vector<std::uint64_t> first_;        ///< per clique: its begin in order_, and the end
  std::vector<std::uint64_t> queue_;        ///< per clique, m + 1 each: begin of each node's queue in order_
  std::vector<std::uint64_t> group_first_;  ///< per exchange group: its begin in moved_
  std::vector<std::optional<Worker>> workers_;
};

}  // namespace weft::rounds
