// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

/// A node of an execution trace of MLCommons Chakra, as defined in et_def.proto.
struct ChakraNode {
  enum Type : std::uint8_t { computing = 4, sending = 5, receiving = 6, collective = 7, last_type = 7 };

  std::uint64_t id = 0, type = 0;
  std::uint64_t duration = 0;  ///< microseconds
  std::string name;
  std::vector<std::uint64_t> needs;                    ///< ids in ctrl_deps and data_deps
  std::map<std::string, double, std::less<>> numbers;  ///< numeric and Boolean attributes
  std::string group;                                   ///< pg_name
};

/// Parses the nodes of one rank's trace: length-prefixed protobuf messages, the first one metadata; or their
/// JSON, as written by chakra_jsonizer, or a list of nodes in JSON (`workload_graph`, `nodes`). Throws
/// InputError with the file for other formats.
std::vector<ChakraNode> parse_chakra_nodes(std::string_view bytes, std::string const& file);
/// Parses the JSON formats.
std::vector<ChakraNode> parse_chakra_json(std::string_view text, std::string const& file);

/// The bytes of one rank's trace.
struct ChakraTrace {
  std::string bytes, file;
};
/// Ranks of process groups, by group name.
using ProcessGroups = std::map<std::string, std::vector<std::uint32_t>, std::less<>>;

/// Time at which the data of a send leave. `independent`: immediately, as in a collective library and in
/// ASTRA-sim; the send ends when the data have arrived. `mpi`: according to the costs of the engine (`eager`,
/// `buffered`).
enum class SendRule : std::uint8_t { independent, mpi };

/// Parses execution traces of MLCommons Chakra (Sridharan et al., 2023; et_def.proto) in the formats that
/// ASTRA-sim accepts: see parse_chakra_nodes. A node begins when the nodes in its ctrl_deps and data_deps
/// have ended. Computing lasts duration_micros, or num_ops / `operations` s if duration_micros is 0.
/// Resources are modeled as in ASTRA-sim: the CPU executes nodes with is_cpu_op, of any type, one at a time;
/// the accelerator executes all other computing nodes, one at a time; messages run in parallel with both.
/// COMM nodes are messages and collective calls of all ranks, or of the group pg_name; other nodes need no
/// time. comm_size is the data of one rank for allreduce, reduce, reduce_scatter and all-to-all, and the part
/// of one rank for the others, as in ASTRA-sim. Throws InputError with the file and the node.
Program parse_chakra(std::vector<ChakraTrace> const& ranks, ProcessGroups const& groups, double operations,
                     SendRule rule = SendRule::independent);
/// Reads execution traces. `pattern`: a path with %d for the rank. `groups`: a JSON file such as {"1": [0,
/// 1], "2": [2, 3]}, or empty.
Program read_chakra(std::filesystem::path const& pattern, std::filesystem::path const& groups,
                    double operations, SendRule rule = SendRule::independent);

}  // namespace weft
