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

/// A node of an execution trace of MLCommons Chakra, as et_def.proto defines it.
struct ChakraNode {
  enum Type : std::uint8_t { computing = 4, sending = 5, receiving = 6, collective = 7, most = 7 };

  std::uint64_t id = 0, type = 0;
  std::uint64_t duration = 0;  ///< microseconds
  std::string name;
  std::vector<std::uint64_t> needs;                    ///< ids of its ctrl_deps and data_deps
  std::map<std::string, double, std::less<>> numbers;  ///< its attributes that are numbers or truth values
  std::string group;                                   ///< pg_name
};

/// Reads the nodes of the trace of a rank: protobuf messages, each after its length, the first one metadata;
/// or their JSON, as chakra_jsonizer writes it, or a list of nodes in JSON (`workload_graph`, `nodes`).
/// Throws InputError with the file for other forms.
std::vector<ChakraNode> parse_chakra_nodes(std::string_view bytes, std::string const& file);
/// Reads the forms in JSON.
std::vector<ChakraNode> parse_chakra_json(std::string_view text, std::string const& file);

/// The bytes of the trace of one rank.
struct ChakraTrace {
  std::string bytes, file;
};
/// The ranks of process groups by their names.
using ProcessGroups = std::map<std::string, std::vector<std::uint32_t>, std::less<>>;

/// When the data of a send leave. `independent`: immediately, as in a collective library and in ASTRA-sim;
/// the send ends when they arrive. `mpi`: as the costs of the engine determine (`eager`, `buffered`).
enum class SendRule : std::uint8_t { independent, mpi };

/// Reads execution traces of MLCommons Chakra (Sridharan et al., 2023; et_def.proto), as ASTRA-sim takes
/// them: parse_chakra_nodes. A node begins when the nodes of its ctrl_deps and data_deps have ended.
/// Computing takes duration_micros, or num_ops / `operations` s if that is 0. The CPU executes the nodes with
/// is_cpu_op, of any type, one at a time; the accelerator executes the other computing nodes, one at a time;
/// messages run in parallel to both: the hardware resources of ASTRA-sim. COMM nodes are messages and
/// collective calls of all ranks, or of the group that pg_name names; other nodes take no time. comm_size is
/// what a rank has for allreduce, reduce, reduce_scatter and all-to-all, and one rank's part for the others,
/// as in ASTRA-sim. Throws InputError with the file and the node.
Program parse_chakra(std::vector<ChakraTrace> const& ranks, ProcessGroups const& groups, double operations,
                     SendRule rule = SendRule::independent);
/// `pattern`: a path with %d in place of the rank. `groups`: a JSON file such as {"1": [0, 1], "2": [2,
/// 3]}, or empty.
Program read_chakra(std::filesystem::path const& pattern, std::filesystem::path const& groups,
                    double operations, SendRule rule = SendRule::independent);

}  // namespace weft
