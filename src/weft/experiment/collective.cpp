#include "weft/experiment/collective.hpp"

#include <concepts>

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"

namespace weft {
namespace {

using namespace rounds;

AllgatherResult run(AnyTopology const& topology, AllgatherOptions const& options) {
  if (auto const* clex = topology.get_if<Clex>()) return allgather(*clex, options);
  if (auto const* grid = topology.grid()) return allgather(*grid, options);
  return allgather(topology.network({}), options);
}

/// The tables of an allgather, a run at a time.
class AllgatherTables {
 public:
  void add(char const* division, AllgatherResult const& run) {
    runs_.add_row({division, run.terminals, run.rounds, run.bound, run.ratio(), run.least_rounds});
    for (auto const& it : run.classes)
      channels_.add_row(
          {division, it.name, it.channels, it.bandwidth, it.messages, it.mean(), it.max, it.rounds});
  }
  void give_to(Result& result) {
    result.tables.push_back(std::move(runs_));
    result.tables.push_back(std::move(channels_));
  }

 private:
  Table runs_{
      "allgather",
      "One message of every terminal to all others",
      {{"bandwidth", "", "given: the topology's; by messages, by root: its sum divided among the classes"},
       {"terminals"},
       {"rounds", "rounds", "until the last message arrives"},
       {"lower_bound", "rounds", "messages a router must receive / bandwidth of the channels to it"},
       {"ratio", "", "rounds / lower_bound", 4},
       {"least_rounds", "rounds", "the lower bound in whole messages and rounds"}},
      {}};
  Table channels_{
      "channels",
      "By class of channels",
      {{"bandwidth"},
       {"class"},
       {"channels"},
       {"messages_per_round", "", "bandwidth of a channel"},
       {"messages", "", "in all"},
       {"mean", "messages", "per channel", 4},
       {"max", "messages", "of one channel"},
       {"rounds", "rounds", "pipelined: until the last arrives; with barriers: of the class's stages"}},
      {}};
};

}  // namespace

Result collective_allgather(AllgatherRequest const& request) {
  auto const topology = make_topology(request.topology);
  Stopwatch const watch;
  Result result = new_result();
  bool const barrier = request.stages == Stages::barrier;
  result.scenario = {{"collective", "allgather"},
                     {"topology", topology->spec(true)},
                     {"stages", barrier ? "barrier" : "pipelined"}};
  AllgatherTables tables;
  auto const given = run(*topology, {.stages = request.stages, .bandwidth = {}});
  tables.add("given", given);
  auto const divide = [&](char const* division, std::vector<double> const& bandwidth) {
    try {
      tables.add(division, run(*topology, {.stages = request.stages, .bandwidth = bandwidth}));
    } catch (InputError const& error) {
      result.notes.push_back(std::string("bandwidth ") + division + ": " + error.what());
    }
  };
  divide("by messages", bandwidth_by_messages(given));
  if (barrier) divide("by root", bandwidth_by_root(given));
  tables.give_to(result);
  result.timings.push_back({"flood", watch.seconds()});
  return result;
}

}  // namespace weft
