// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "weft/io/program/rank_calls.hpp"

namespace weft {

/// What the definitions of a trace of OTF2 say.
struct Otf2Definitions {
  enum class Ranks : std::uint8_t {
    all,     ///< of every process
    listed,  ///< numbers of processes
    own,     ///< of one process alone
  };
  struct Group {
    Ranks ranks = Ranks::own;
    bool names_all_ranks = false;  ///< events give ranks among all in place of places in the group
    std::vector<std::uint64_t> members;
  };
  double ns_per_tick = 1;
  std::vector<std::uint64_t> locations;
  std::vector<bool> is_mpi;  ///< of each region
  std::map<std::uint32_t, Group> groups;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> communicators;  ///< and their groups
  std::vector<std::uint64_t> processes;                                ///< the location of each rank
};

/// A collective call as an event tells it: bytes that the rank sends to all, or receives of all.
struct Otf2Collective {
  CallKind kind = CallKind::barrier;
  bool has_sizes = false;  ///< gatherv and the like
  std::uint32_t root = 0;
  double sent = 0, received = 0;
};

/// What the processes of a trace of OTF2 do, event by event in the order of their times.
class Otf2Events {
 public:
  /// Adds the communicators to the builder, as groups and contexts.
  Otf2Events(Otf2Definitions const& definitions, ProgramBuilder& builder);

  /// Why the trace cannot be replayed; empty: so far it can.
  std::string problem;

  /// The event is of this location, at this moment; false: it is not that of a process.
  bool begin(std::uint64_t location, std::uint64_t time);
  // The rest is about the process of the last call of begin.
  void enter(std::uint32_t region);
  void leave(std::uint32_t region, std::uint64_t time);
  struct Message {
    std::uint32_t peer, communicator, tag;
    std::uint64_t bytes;
  };
  /// Without a request: it ends with its region.
  void send(Message const& message, std::optional<std::uint64_t> request = {});
  void complete_send(std::uint64_t request);
  void receive(Message const& message);
  /// A receive whose message the event of its end tells.
  void request_receive(std::uint64_t request);
  void complete_receive(Message const& message, std::uint64_t request);
  void collective(std::uint32_t communicator, Otf2Collective const& call);

  Program finish(ProgramBuilder builder) &&;

 private:
  /// What a process has done so far.
  struct Process {
    RankCalls calls;
    std::optional<std::uint64_t> computes_since;
    unsigned depth = 0;                               // of regions of MPI
    std::vector<std::uint32_t> begun;                 // calls that end with the region
    std::map<std::uint64_t, std::uint32_t> sends;     // by request
    std::map<std::uint64_t, std::uint32_t> receives;  // whose message is not known yet
  };
  struct Communicator {
    std::vector<std::uint32_t> members;  // none: of a process alone
    std::uint32_t number = 0;            // in the program
    bool names_all_ranks = false;
  };

  void add_communicator(std::uint32_t self, std::uint32_t group, ProgramBuilder& builder);
  bool is_mpi(std::uint32_t region) const {
    return region < definitions_.is_mpi.size() && definitions_.is_mpi[region];
  }
  Process& process() { return processes_[rank_]; }
  static void end_region(Process& process);
  Communicator const* find(std::uint32_t communicator);
  std::optional<Operation> operation(OperationKind kind, Message const& message);

  Otf2Definitions const& definitions_;
  std::vector<Process> processes_;
  std::map<std::uint64_t, std::uint32_t> rank_of_;
  std::map<std::uint32_t, Communicator> communicators_;
  std::uint32_t rank_ = 0;
};

}  // namespace weft
