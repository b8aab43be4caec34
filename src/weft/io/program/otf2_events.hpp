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

/// Definitions of an OTF2 trace.
struct Otf2Definitions {
  enum class Ranks : std::uint8_t {
    all,     ///< the ranks of all processes
    listed,  ///< the listed processes
    own,     ///< a single process
  };
  struct Group {
    Ranks ranks = Ranks::own;
    bool uses_global_ranks = false;  ///< events contain global ranks instead of positions in the group
    std::vector<std::uint64_t> members;
  };
  double ns_per_tick = 1;
  std::vector<std::uint64_t> locations;
  std::vector<bool> is_mpi;  ///< for each region
  std::map<std::uint32_t, Group> groups;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> communicators;  ///< with their groups
  std::vector<std::uint64_t> processes;                                ///< the location of each rank
};

/// A collective call as recorded in an event: bytes that the rank sends to all ranks, or receives from all.
struct Otf2Collective {
  CallKind kind = CallKind::barrier;
  bool has_sizes = false;  ///< gatherv and similar calls
  std::uint32_t root = 0;
  double sent = 0, received = 0;
};

/// Converter of the events of an OTF2 trace, in the order of their times, to the calls of processes.
class Otf2Events {
 public:
  /// Adds the communicators to the builder, as groups and contexts.
  Otf2Events(Otf2Definitions const& definitions, ProgramBuilder& builder);

  /// Reason for which the trace cannot be replayed; empty if none has been found.
  std::string problem;

  /// Selects the location and the time of the next event. Returns false if the location is not a process.
  bool begin(std::uint64_t location, std::uint64_t time);
  // The functions below apply to the process of the last call of begin.
  void enter(std::uint32_t region);
  void leave(std::uint32_t region, std::uint64_t time);
  struct Message {
    std::uint32_t peer, communicator, tag;
    std::uint64_t bytes;
  };
  /// Adds a send. Without a request, the send completes at the end of its region.
  void send(Message const& message, std::optional<std::uint64_t> request = {});
  void complete_send(std::uint64_t request);
  void receive(Message const& message);
  /// Adds a nonblocking receive. The event of its completion specifies the message.
  void request_receive(std::uint64_t request);
  void complete_receive(Message const& message, std::uint64_t request);
  void collective(std::uint32_t communicator, Otf2Collective const& call);

  Program finish(ProgramBuilder builder) &&;

 private:
  /// State of a process.
  struct Process {
    RankCalls calls;
    std::optional<std::uint64_t> computes_since;
    unsigned depth = 0;                               // nesting depth of MPI regions
    std::vector<std::uint32_t> started;               // calls that complete at the end of the region
    std::map<std::uint64_t, std::uint32_t> sends;     // by request
    std::map<std::uint64_t, std::uint32_t> receives;  // receives with an unknown message
  };
  struct Communicator {
    std::vector<std::uint32_t> members;  // empty: a single process
    std::uint32_t number = 0;            // number in the program
    bool uses_global_ranks = false;
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
