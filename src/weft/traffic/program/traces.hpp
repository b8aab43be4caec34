// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/io/program/chakra.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A program from a GOAL schedule.
struct Goal {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "goal";
  static constexpr std::string_view doc =
      "A schedule in GOAL, the language of LogGOPSim: operations of each rank, and their dependencies "
      "(Hoefler, "
      "Siebert & Lumsdaine, ICPP 2009)";
  static constexpr std::tuple schema{param("file", &Params::file, "path to the schedule").required()};
  static Program make(Params const& params, TaskContext const& context);
};

/// A program from a SimGrid time-independent trace.
struct Ti {
  struct Params {
    std::string file;
    double speed = 1e9;
  };
  static constexpr std::string_view name = "ti";
  static constexpr std::string_view doc =
      "A time-independent trace, recorded by smpirun -trace-ti of SimGrid: messages, collective calls of all ranks, and "
      "computation in operations";
  static constexpr std::tuple schema{
      param("file", &Params::file,
            "path to the trace of all ranks, or to a list of the files of single ranks")
          .required(),
      param("speed", &Params::speed, Range{1, 1e24}, "operations per second that a rank computes")};
  static Program make(Params const& params, TaskContext const& context);
};

/// A program from a DUMPI trace (an MPI profiler).
struct Dumpi {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "dumpi";
  static constexpr std::string_view doc =
      "The output of dumpi2ascii for a trace of SST's DUMPI, a file for each rank: messages, collective "
      "calls, "
      "communicators, and the time between calls as computation";
  static constexpr std::tuple schema{
      param("file", &Params::file,
            "path to the files, with * for the part that differs, in the order of ranks")
          .required()};
  static Program make(Params const& params, TaskContext const& context);
};

/// A program from an OTF2 trace (Open Trace Format 2).
struct Otf2 {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "otf2";
  static constexpr std::string_view doc =
      "A trace in the Open Trace Format 2, as written by Score-P: messages, collective calls, "
      "communicators, and the time "
      "outside MPI as computation. For builds with libopen-trace-format2";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the anchor file, traces.otf2").required()};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

template <>
inline constexpr weft::EnumValue<weft::SendRule> weft::enum_values<weft::SendRule>[] = {
    {"independent", weft::SendRule::independent,
     "immediately, as in a collective library; the send ends when the data have arrived"},
    {"mpi", weft::SendRule::mpi,
     "as in MPI: above `eager` bytes (--costs), when the receive is posted; the send ends with the transfer"}};

namespace weft::traffic {

/// A program from Chakra execution traces (machine learning).
struct Chakra {
  struct Params {
    std::string file;
    std::string groups;
    double speed = 1e14;
    SendRule sends = SendRule::independent;
  };
  static constexpr std::string_view name = "chakra";
  static constexpr std::string_view doc =
      "Execution traces of MLCommons Chakra, as used by ASTRA-sim, a file for each rank: nodes that "
      "compute, send, "
      "receive or participate in collective calls, and their dependencies";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the files, with %d for the rank").required(),
      param("groups", &Params::groups,
            "path to a JSON file with the ranks of each process group, such as "
            "{\"1\": [0, 1]}; by default all nodes involve all ranks"),
      param("speed", &Params::speed, Range{1, 1e24},
            "operations per second of nodes with a number of operations (num_ops) but no duration"),
      param("sends", &Params::sends, "time at which the data of a send leave")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic
