// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/line_reader.hpp"
#include "weft/io/program/chakra.hpp"

namespace weft {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, ChakraNode::last_type + 1> type_names{
    "invalid_node", "metadata_node",  "mem_load_node",  "mem_store_node",
    "comp_node",    "comm_send_node", "comm_recv_node", "comm_coll_node"};

/// Converts a key to lower case without underscores: writers use both durationMicros and duration_micros.
std::string plain_key(std::string_view key) {
  std::string plain;
  for (char const c : key)
    if (c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

/// Returns a number, a Boolean, or a number in a string: the JSON form of protobuf writes integers of 64
/// bits as text.
std::optional<double> number_of(Json const& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return {};
  auto const whole = whole_number_in(value.get_ref<std::string const&>());
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

class JsonReader {
 public:
  JsonReader(std::string_view text, std::string const& file) : text_(text), file_(file) {}

  std::vector<ChakraNode> read() {
    std::istringstream input{std::string(text_)};
    while ((input >> std::ws).good()) {
      throw_if_interrupted();
      Json value;
      try {
        input >> value;
      } catch (Json::parse_error const&) { throw InputError("the JSON is damaged", "", "", place_of(input)); }
      take(value);
    }
    return std::move(nodes_);
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string why = {}, std::string suggestion = {}) const {
    throw InputError(std::move(problem), std::move(why), std::move(suggestion), file_);
  }
  std::string place_of(std::istringstream& input) const {
    input.clear();
    auto const at = input.tellg();
    auto const before = text_.substr(0, at < 0 ? text_.size() : static_cast<std::size_t>(at));
    return fmt::format("{}:{}", file_, std::ranges::count(before, '\n') + 1);
  }

  /// Reads metadata, a node, or a list of nodes.
  void take(Json const& value) {
    if (value.is_array()) return take_list(value);
    if (!value.is_object()) fail("the JSON value is not a node", "expected an object with id, type and attr");
    if (value.contains("traceEvents"))
      fail("the file is a trace of the PyTorch profiler (Kineto)",
           "such traces contain no dependencies between nodes",
           "link it with chakra_trace_link and convert it with chakra_converter");
    if (value.contains("schema") && value.contains("nodes"))
      fail("the file is a PyTorch execution trace", "such traces are the input of Chakra's converter",
           "link it with chakra_trace_link and convert it with chakra_converter");
    for (auto const* const list : {"workload_graph", "nodes"})
      if (value.contains(list)) return take_list(value[list]);
    if (std::ranges::any_of(value.items(), [](auto const& item) { return plain_key(item.key()) == "id"; }))
      nodes_.push_back(node_of(value));
    else if (is_default_node(value))
      nodes_.push_back(node_of(value));
  }
  void take_list(Json const& list) {
    if (!list.is_array()) fail("the JSON value contains no nodes", "expected a list of nodes");
    for (auto const& item : list) {
      if (!item.is_object())
        fail("the JSON value is not a node", "expected an object with id, type and attr");
      nodes_.push_back(node_of(item));
    }
  }
  /// Returns whether the value is a node with id 0, which the JSON form of protobuf omits.
  static bool is_default_node(Json const& value) { return value.contains("type"); }

  ChakraNode node_of(Json const& value) const {
    ChakraNode node;
    for (auto const& [key, member] : value.items()) {
      auto const plain = plain_key(key);
      if (plain == "id")
        node.id = whole(key, member);
      else if (plain == "name" && member.is_string())
        node.name = member.get<std::string>();
      else if (plain == "type" || plain == "nodetype")
        node.type = type_of(member);
      else if (plain == "durationmicros" || plain == "runtime")
        node.duration = whole(key, member);
      else if (plain == "ctrldeps" || plain == "datadeps")
        add_needs(key, member, node);
      else if (plain == "attr")
        add_attributes(member, node);
      else if (plain == "pgname" && member.is_string())
        node.group = member.get<std::string>();
      else if (auto const number = number_of(member))
        node.numbers[key] = *number;
    }
    return node;
  }
  std::uint64_t whole(std::string const& key, Json const& value) const {
    auto const number = value.is_string() ? whole_number_in(value.get_ref<std::string const&>())
                                          : whole_number_in(value.dump());
    if (!number) fail(fmt::format("{}={}", shown(key), shown(value.dump())), "must be a whole number");
    return *number;
  }
  std::uint64_t type_of(Json const& value) const {
    if (!value.is_string()) return whole("type", value);
    auto name = value.get<std::string>();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    auto const found = std::ranges::find(type_names, name);
    if (found == type_names.end())
      fail(fmt::format("type={}", shown(value.get<std::string>())), "must be a node type",
           suggest(name, {type_names.begin(), type_names.end()}));
    return static_cast<std::uint64_t>(found - type_names.begin());
  }
  void add_needs(std::string const& key, Json const& list, ChakraNode& node) const {
    if (!list.is_array()) fail(shown(key) + " must be a list of ids");
    for (auto const& item : list) node.needs.push_back(whole(key, item));
  }
  /// Reads attributes such as {"name": "comm_size", "int64Val": "1024"}.
  void add_attributes(Json const& list, ChakraNode& node) const {
    if (!list.is_array()) fail("attr must be a list of attributes");
    for (auto const& attribute : list) {
      if (!attribute.is_object() || !attribute.contains("name") || !attribute["name"].is_string())
        fail("an attribute has no name");
      auto const name = attribute["name"].get<std::string>();
      for (auto const& [key, member] : attribute.items()) {
        auto const plain = plain_key(key);
        if (plain == "stringval" && name == "pg_name" && member.is_string())
          node.group = member.get<std::string>();
        if (!plain.ends_with("val") || plain == "stringval") continue;
        if (auto const number = number_of(member)) node.numbers[name] = *number;
      }
    }
  }

  std::string_view text_;
  std::string const& file_;
  std::vector<ChakraNode> nodes_;
};

}  // namespace

std::vector<ChakraNode> parse_chakra_json(std::string_view text, std::string const& file) {
  return JsonReader(text, file).read();
}

}  // namespace weft
