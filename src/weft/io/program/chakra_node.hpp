#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace weft
