// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/chakra.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

/// Reader of the fields of a protobuf message in its wire format (protobuf.dev/programming-guides/encoding).
/// Throws InputError with `place` for truncated or malformed data.
class ProtobufReader {
 public:
  ProtobufReader(std::string_view bytes, std::string_view place) : rest_(bytes), place_(place) {}

  struct Field {
    std::uint32_t number = 0;
    std::uint64_t value = 0;      ///< of a number of 64 or 32 bits
    std::string_view bytes = {};  ///< bytes of a string or a message
    bool is_bytes = false;
  };
  /// Returns the next field, or nullopt after the last.
  std::optional<Field> next();
  /// Returns the next length-prefixed message, or nullopt at the end.
  std::optional<std::string_view> message();
  std::uint64_t varint();
  bool at_end() const { return rest_.empty(); }

 private:
  [[noreturn]] void fail(char const* why) const;
  std::string_view take(std::uint64_t size);
  std::uint64_t fixed(std::size_t size);

  std::string_view rest_, place_;
};

enum WireType : std::uint8_t { number = 0, eight_bytes = 1, bytes = 2, four_bytes = 5 };

void ProtobufReader::fail(char const* why) const {
  throw InputError("the protobuf message is damaged", why, "", std::string(place_));
}

std::string_view ProtobufReader::take(std::uint64_t size) {
  if (size > rest_.size()) fail("the data are truncated");
  auto const taken = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(taken.size());
  return taken;
}

std::uint64_t ProtobufReader::varint() {
  constexpr unsigned bits = 7, max_bytes = 10;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < max_bytes; ++i) {
    auto const byte = static_cast<std::uint8_t>(take(1).front());
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << (bits * i);
    if (byte < 0x80) return value;
  }
  fail("a number has more than 64 bits");
}

std::uint64_t ProtobufReader::fixed(std::size_t size) {
  std::uint64_t value = 0;
  auto const taken = take(size);
  for (std::size_t i = size; i > 0; --i) value = value << 8 | static_cast<std::uint8_t>(taken[i - 1]);
  return value;
}

std::optional<ProtobufReader::Field> ProtobufReader::next() {
  if (rest_.empty()) return {};
  auto const key = varint();
  if (key >> 3 == 0 || key >> 3 > 0x1fffffff) fail("a field has no number");
  Field field{.number = static_cast<std::uint32_t>(key >> 3)};
  switch (key & 7U) {
    case WireType::number: field.value = varint(); break;
    case WireType::eight_bytes: field.value = fixed(8); break;
    case WireType::four_bytes: field.value = fixed(4); break;
    case WireType::bytes:
      field.bytes = take(varint());
      field.is_bytes = true;
      break;
    default: fail("a field has an unknown type");
  }
  return field;
}

std::optional<std::string_view> ProtobufReader::message() {
  if (rest_.empty()) return {};
  return take(varint());
}

/// Returns the value of a field of AttributeProto with any numeric type, or nullopt for other types.
std::optional<double> number_of(ProtobufReader::Field const& field) {
  auto const value = field.value;
  auto const zigzag = static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1U);
  switch (field.number) {
    case 3: return std::bit_cast<double>(value);                             // double
    case 5: return std::bit_cast<float>(static_cast<std::uint32_t>(value));  // float
    case 7:
    case 9:
    case 25: return static_cast<double>(static_cast<std::int64_t>(value));  // int32, int64, sfixed64
    case 11:
    case 13:
    case 19:
    case 21:
    case 27: return static_cast<double>(value);  // unsigned and bool
    case 15:
    case 17: return static_cast<double>(zigzag);       // sint32, sint64
    case 23: return static_cast<std::int32_t>(value);  // sfixed32
    default: return {};
  }
}

class NodeReader {
 public:
  explicit NodeReader(std::string const& file) : file_(file) {}

  ChakraNode read(std::string_view message) const {
    ChakraNode node;
    ProtobufReader fields(message, file_);
    while (auto const field = fields.next()) switch (field->number) {
        case 1: node.id = field->value; break;
        case 2: node.name = field->bytes; break;
        case 3: node.type = field->value; break;
        case 4:
        case 5: add_needs(*field, node); break;
        case 7: node.duration = field->value; break;
        case 10: add_attribute(field->bytes, node); break;
        default: break;
      }
    return node;
  }

 private:
  void add_needs(ProtobufReader::Field const& field, ChakraNode& node) const {
    if (!field.is_bytes) return node.needs.push_back(field.value);
    ProtobufReader packed(field.bytes, file_);
    while (!packed.at_end()) node.needs.push_back(packed.varint());
  }
  void add_attribute(std::string_view message, ChakraNode& node) const {
    ProtobufReader fields(message, file_);
    std::string_view name;
    while (auto const field = fields.next()) {
      if (field->number == 1)
        name = field->bytes;
      else if (field->is_bytes && field->number == 29 && name == "pg_name")
        node.group = field->bytes;
      else if (auto const number = number_of(*field); number && !field->is_bytes)
        node.numbers[std::string(name)] = *number;
    }
  }

  std::string const& file_;
};

/// Returns whether the bytes are JSON. A brace may also be the length 0x7b of a protobuf message, but then a
/// field number follows.
bool is_json(std::string_view bytes) {
  constexpr std::string_view blanks = " \t\r\n";
  auto const begin = bytes.find_first_not_of(blanks);
  if (begin == std::string_view::npos || (bytes[begin] != '{' && bytes[begin] != '[')) return false;
  auto const next = bytes.find_first_not_of(blanks, begin + 1);
  return next != std::string_view::npos &&
         std::string_view("\"{}[]").find(bytes[next]) != std::string_view::npos;
}

}  // namespace

std::vector<ChakraNode> parse_chakra_nodes(std::string_view bytes, std::string const& file) {
  if (is_json(bytes)) return parse_chakra_json(bytes, file);
  ProtobufReader messages(bytes, file);
  if (!messages.message()) throw InputError("the file has no metadata", "it is empty", "", file);
  NodeReader const reader(file);
  std::vector<ChakraNode> nodes;
  while (auto const message = messages.message()) {
    throw_if_interrupted();
    nodes.push_back(reader.read(*message));
  }
  return nodes;
}

namespace {

/// Indexed by CollectiveCommType.
constexpr std::array<CallKind, 10> call_kinds{
    CallKind::allreduce,      CallKind::reduce,    CallKind::allgather,  CallKind::gather,
    CallKind::scatter,        CallKind::broadcast, CallKind::all_to_all, CallKind::reduce_scatter,
    CallKind::reduce_scatter, CallKind::barrier};

/// Resources of a rank that work in parallel, as in ASTRA-sim. Messages and collective calls wait for each
/// other only if one depends on the other.
enum Stream : std::uint8_t { accelerator, processor, messages };

class RankReader {
 public:
  RankReader(ChakraTrace const& trace, std::uint32_t rank, std::uint32_t ranks, SendRule rule)
      : trace_(trace), rank_(rank), ranks_(ranks), is_independent_(rule == SendRule::independent) {}

  /// Adds the operations of the rank. `group_numbers`: number of each group of the program, by name.
  void read(ProgramBuilder& builder, std::map<std::string, std::uint32_t, std::less<>> const& group_numbers,
            ProcessGroups const& groups, double operations) {
    auto const nodes = parse_chakra_nodes(trace_.bytes, trace_.file);
    std::unordered_map<std::uint64_t, std::uint32_t> number_of_id;
    for (auto const& node : nodes)
      if (!number_of_id.emplace(node.id, static_cast<std::uint32_t>(number_of_id.size())).second)
        fail(node, "the id is not unique");
    for (auto const& node : nodes) {
      if (node.type == ChakraNode::collective && !is_of_processor(node))
        builder.add(call_of(node, group_numbers, groups),
                    {.cpu = Stream::messages, .is_independent = is_independent_});
      else
        builder.add(operation_of(node, operations));
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      for (auto const need : nodes[i].needs) {
        auto const found = number_of_id.find(need);
        if (found == number_of_id.end())
          fail(nodes[i],
               fmt::format("rank {} waits for node {}, which the trace does not contain", rank_, need));
        builder.wait_for_end(i, found->second);
      }
  }

 private:
  [[noreturn]] void fail(ChakraNode const& node, std::string why) const {
    auto const name = node.name.empty() ? "" : fmt::format(" '{}'", shown(node.name));
    throw InputError(fmt::format("node {}{}", node.id, name), std::move(why), "", trace_.file);
  }

  double number(ChakraNode const& node, std::string_view name) const {
    auto const found = node.numbers.find(name);
    if (found == node.numbers.end()) fail(node, fmt::format("{} is missing", name));
    if (!(found->second >= 0 && found->second < 0x1p63))
      fail(node, fmt::format("{}={} must be in [0, 2^63)", name, found->second));
    return found->second;
  }
  double number_or_0(ChakraNode const& node, std::string_view name) const {
    return node.numbers.contains(name) ? number(node, name) : 0;
  }
  std::uint32_t below(ChakraNode const& node, std::string_view name, double limit) const {
    auto const value = number(node, name);
    if (value >= limit || value != std::floor(value))
      fail(node, fmt::format("{}={} must be a whole number below {:.0f}", name, value, limit));
    return static_cast<std::uint32_t>(value);
  }

  std::uint32_t peer(ChakraNode const& node, std::string_view name) const {
    auto const rank = number(node, name);
    if (rank >= ranks_)
      fail(node, fmt::format("{} is {}, but there are only {} traces: the trace of rank {} is missing", name,
                             rank, ranks_, ranks_));
    return below(node, name, ranks_);
  }
  /// Returns whether the CPU executes the node for its duration. Applies to any type of node, as in
  /// ASTRA-sim.
  static bool is_of_processor(ChakraNode const& node) {
    auto const found = node.numbers.find("is_cpu_op");
    return found != node.numbers.end() && found->second != 0 && node.type >= ChakraNode::computing &&
           node.type <= ChakraNode::last_type;
  }

  Operation operation_of(ChakraNode const& node, double operations) const {
    constexpr double ns_per_microsecond = 1000, ns_per_second = 1e9, max_ns = 9e18;
    Operation operation{.cpu = Stream::messages};
    if (node.type == ChakraNode::computing || is_of_processor(node)) {
      operation.kind = OperationKind::compute;
      operation.cpu = is_of_processor(node) ? Stream::processor : Stream::accelerator;
      operation.amount = node.duration > 0 ? static_cast<double>(node.duration) * ns_per_microsecond
                                           : number_or_0(node, "num_ops") * (ns_per_second / operations);
      if (operation.amount > max_ns) fail(node, "the node computes for more than 9e9 s");
    } else if (node.type == ChakraNode::sending || node.type == ChakraNode::receiving) {
      bool const sends = node.type == ChakraNode::sending;
      operation.kind = sends ? OperationKind::send : OperationKind::receive;
      operation.is_independent = sends && is_independent_;
      operation.amount = number(node, "comm_size");
      operation.peer = peer(node, sends ? "comm_dst" : "comm_src");
      operation.tag = node.numbers.contains("comm_tag") ? below(node, "comm_tag", Operation::any) : 0;
    }
    return operation;
  }

  CollectiveCall call_of(ChakraNode const& node,
                         std::map<std::string, std::uint32_t, std::less<>> const& group_numbers,
                         ProcessGroups const& groups) const {
    CollectiveCall call;
    call.kind = call_kinds[below(node, "comm_type", call_kinds.size())];
    double members = ranks_;
    if (!node.group.empty()) {
      auto const found = group_numbers.find(node.group);
      if (found == group_numbers.end())
        fail(node, fmt::format("group '{}' is unknown; list its ranks in groups=FILE", shown(node.group)));
      call.group = found->second;
      members = static_cast<double>(groups.find(node.group)->second.size());
    }
    if (call.kind != CallKind::barrier) call.bytes = number(node, "comm_size");
    if (call.kind == CallKind::all_to_all) call.bytes /= members;
    if (node.numbers.contains("root_rank")) call.root = below(node, "root_rank", members);
    return call;
  }

  ChakraTrace const& trace_;
  std::uint32_t rank_, ranks_;
  bool is_independent_;
};

ProcessGroups read_groups(std::filesystem::path const& path, std::size_t ranks) {
  ProcessGroups groups;
  auto const json = nlohmann::json::parse(read_file(path), nullptr, false);
  if (!json.is_object())
    throw InputError("the file contains no groups",
                     R"(expected an object such as {"1": [0, 1], "2": [2, 3]})", "", path.string());
  for (auto const& [name, list] : json.items()) {
    auto& members = groups[name];
    for (auto const& rank : list.is_array() ? list : nlohmann::json::array({-1})) {
      if (!rank.is_number_unsigned() || rank.get<std::uint64_t>() >= ranks)
        throw InputError(fmt::format("group {} is invalid", shown(name)),
                         fmt::format("a group must be a list of ranks below {}", ranks), "", path.string());
      members.push_back(rank.get<std::uint32_t>());
    }
    auto sorted = members;
    std::ranges::sort(sorted);
    if (members.empty() || std::ranges::adjacent_find(sorted) != sorted.end())
      throw InputError(fmt::format("group {} is invalid", shown(name)),
                       "the group is empty or contains a rank twice", "", path.string());
  }
  return groups;
}

std::filesystem::path file_of(std::string const& pattern, std::size_t mark, std::size_t rank) {
  return pattern.substr(0, mark) + std::to_string(rank) + pattern.substr(mark + 2);
}

}  // namespace

Program parse_chakra(std::vector<ChakraTrace> const& traces, ProcessGroups const& groups, double operations,
                     SendRule rule) {
  ProgramBuilder builder;
  std::map<std::string, std::uint32_t, std::less<>> group_numbers;
  for (auto const& [name, members] : groups) group_numbers[name] = builder.add_group(members);
  auto const ranks = static_cast<std::uint32_t>(traces.size());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    builder.begin_rank(rank);
    RankReader(traces[rank], rank, ranks, rule).read(builder, group_numbers, groups, operations);
  }
  auto program = std::move(builder).finish(ranks);
  if (auto const cycle = waiting_cycle(program); !cycle.empty())
    throw InputError("nodes depend on each other in a cycle", "", "",
                     traces[program.rank_of(cycle.front())].file);
  return program;
}

Program read_chakra(std::filesystem::path const& pattern, std::filesystem::path const& groups,
                    double operations, SendRule rule) {
  auto const text = pattern.string();
  auto const mark = text.find("%d");
  if (mark == std::string::npos)
    throw InputError("file=" + text, "a trace has a file for each rank", "write %d in place of the rank");
  std::vector<ChakraTrace> traces;
  for (auto file = file_of(text, mark, 0); traces.empty() || file_exists(file);
       file = file_of(text, mark, traces.size()))
    traces.push_back({read_file(file), file.string()});
  return parse_chakra(traces, groups.empty() ? ProcessGroups{} : read_groups(groups, traces.size()),
                      operations, rule);
}

}  // namespace weft
