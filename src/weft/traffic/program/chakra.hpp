#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/chakra.hpp"
#include "weft/traffic/communication/communication.hpp"

template <>
inline constexpr weft::EnumValue<weft::SendRule> weft::enum_values<weft::SendRule>[] = {
    {"independent", weft::SendRule::independent,
     "at once, as those of a collective library; the send ends when they have arrived"},
    {"mpi", weft::SendRule::mpi,
     "as MPI has it: above `eager` bytes (--costs) when the receive is posted, and the send ends with them"}};

namespace weft::traffic {

/// Execution traces of machine learning.
struct Chakra {
  struct Params {
    std::string file;
    std::string groups;
    double speed = 1e14;
    SendRule sends = SendRule::independent;
  };
  static constexpr std::string_view name = "chakra";
  static constexpr std::string_view doc =
      "Execution traces of MLCommons Chakra, as ASTRA-sim takes them, a file for each rank: nodes that compute, send, "
      "receive or take part in collective calls, and what each depends on";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the files, with %d in place of the rank"),
      param("groups", &Params::groups,
            "path to a JSON file with the ranks of each process group, such as "
            "{\"1\": [0, 1]}; without it all nodes concern all ranks"),
      param("speed", &Params::speed, Range{1, 1e24},
            "operations per second of nodes that give operations (num_ops) but no duration"),
      param("sends", &Params::sends, "when the data of a send leave")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic
