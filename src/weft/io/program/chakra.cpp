#include "weft/io/program/chakra.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/file.hpp"
#include "weft/io/program/protobuf.hpp"

namespace weft {
namespace {

enum NodeType : std::uint8_t { computing = 4, sending = 5, receiving = 6, collective = 7 };
/// By CollectiveCommType.
constexpr std::array<CallKind, 10> call_kinds{
    CallKind::allreduce,      CallKind::reduce,    CallKind::allgather,  CallKind::gather,
    CallKind::scatter,        CallKind::broadcast, CallKind::all_to_all, CallKind::reduce_scatter,
    CallKind::reduce_scatter, CallKind::barrier};

/// What a node says.
struct Node {
  std::uint64_t id = 0, type = 0, duration = 0;
  std::vector<std::uint64_t> needs;
  std::map<std::string_view, double> numbers;  // attributes
  std::string_view group;                      // pg_name
};

/// A number of any type of AttributeProto, if it is one.
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

class RankReader {
 public:
  RankReader(ChakraTrace const& trace, std::uint32_t ranks) : trace_(trace), ranks_(ranks) {}

  /// `group_numbers`: of the program, by name.
  void read(ProgramBuilder& builder, std::map<std::string, std::uint32_t, std::less<>> const& group_numbers,
            ProcessGroups const& groups, double operations) {
    ProtobufReader messages(trace_.bytes, trace_.file);
    if (!messages.message()) throw InputError("no metadata", "the file is empty", "", trace_.file);
    std::vector<Node> nodes;
    while (auto const message = messages.message()) {
      throw_if_interrupted();
      nodes.push_back(node_of(*message));
    }
    std::unordered_map<std::uint64_t, std::uint32_t> number_of_id;
    for (auto const& node : nodes)
      if (!number_of_id.emplace(node.id, static_cast<std::uint32_t>(number_of_id.size())).second)
        fail(node, "another node has its number");
    for (auto const& node : nodes) {
      if (node.type == NodeType::collective)
        builder.add(call_of(node, group_numbers, groups));
      else
        builder.add(operation_of(node, operations));
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      for (auto const need : nodes[i].needs) {
        auto const found = number_of_id.find(need);
        if (found == number_of_id.end())
          fail(nodes[i], fmt::format("it depends on node {}, which is not there", need));
        builder.wait_for_end(i, found->second);
      }
  }

 private:
  [[noreturn]] void fail(Node const& node, std::string why) const {
    throw InputError(fmt::format("node {}", node.id), std::move(why), "", trace_.file);
  }

  Node node_of(std::string_view message) const {
    Node node;
    ProtobufReader fields(message, trace_.file);
    while (auto const field = fields.next()) switch (field->number) {
        case 1: node.id = field->value; break;
        case 3: node.type = field->value; break;
        case 4:
        case 5: add_needs(*field, node); break;
        case 7: node.duration = field->value; break;
        case 10: add_attribute(field->bytes, node); break;
        default: break;
      }
    return node;
  }
  void add_needs(ProtobufReader::Field const& field, Node& node) const {
    if (!field.is_bytes) return node.needs.push_back(field.value);
    ProtobufReader packed(field.bytes, trace_.file);
    while (!packed.at_end()) node.needs.push_back(packed.varint());
  }
  void add_attribute(std::string_view message, Node& node) const {
    ProtobufReader fields(message, trace_.file);
    std::string_view name;
    while (auto const field = fields.next()) {
      if (field->number == 1)
        name = field->bytes;
      else if (field->is_bytes && field->number == 29 && name == "pg_name")
        node.group = field->bytes;
      else if (auto const number = number_of(*field); number && !field->is_bytes)
        node.numbers[name] = *number;
    }
  }

  double number(Node const& node, std::string_view name) const {
    auto const found = node.numbers.find(name);
    if (found == node.numbers.end()) fail(node, fmt::format("it has no {}", name));
    if (!(found->second >= 0 && found->second < 0x1p63))
      fail(node, fmt::format("its {} is {}", name, found->second));
    return found->second;
  }
  double number_or_0(Node const& node, std::string_view name) const {
    return node.numbers.contains(name) ? number(node, name) : 0;
  }
  std::uint32_t below(Node const& node, std::string_view name, double limit) const {
    auto const value = number(node, name);
    if (value >= limit || value != std::floor(value))
      fail(node, fmt::format("its {} is {}, must be a whole number below {:.0f}", name, value, limit));
    return static_cast<std::uint32_t>(value);
  }

  Operation operation_of(Node const& node, double operations) const {
    constexpr double ns_per_microsecond = 1000, ns_per_second = 1e9, most_ns = 9e18;
    Operation it;
    if (node.type == NodeType::computing) {
      it.kind = OperationKind::compute;
      it.amount = node.duration > 0 ? static_cast<double>(node.duration) * ns_per_microsecond
                                    : number_or_0(node, "num_ops") * (ns_per_second / operations);
      if (it.amount > most_ns) fail(node, "it computes for more than 9e9 s");
    } else if (node.type == NodeType::sending || node.type == NodeType::receiving) {
      bool const sends = node.type == NodeType::sending;
      it.kind = sends ? OperationKind::send : OperationKind::receive;
      it.amount = number(node, "comm_size");
      it.peer = below(node, sends ? "comm_dst" : "comm_src", ranks_);
      it.tag = node.numbers.contains("comm_tag") ? below(node, "comm_tag", Operation::any) : 0;
    }
    return it;
  }

  CollectiveCall call_of(Node const& node,
                         std::map<std::string, std::uint32_t, std::less<>> const& group_numbers,
                         ProcessGroups const& groups) const {
    CollectiveCall call;
    call.kind = call_kinds[below(node, "comm_type", call_kinds.size())];
    double members = ranks_;
    if (!node.group.empty()) {
      auto const found = group_numbers.find(node.group);
      if (found == group_numbers.end())
        fail(node,
             fmt::format("its group '{}' is not known; name its ranks by groups=FILE", shown(node.group)));
      call.group = found->second;
      members = static_cast<double>(groups.find(node.group)->second.size());
    }
    if (call.kind != CallKind::barrier) call.bytes = number(node, "comm_size");
    if (call.kind == CallKind::all_to_all) call.bytes /= members;
    if (node.numbers.contains("root_rank")) call.root = below(node, "root_rank", members);
    return call;
  }

  ChakraTrace const& trace_;
  std::uint32_t ranks_;
};

ProcessGroups read_groups(std::filesystem::path const& path, std::size_t ranks) {
  ProcessGroups groups;
  auto const json = nlohmann::json::parse(read_file(path), nullptr, false);
  if (!json.is_object())
    throw InputError("no groups", R"(expected an object such as {"1": [0, 1], "2": [2, 3]})", "",
                     path.string());
  for (auto const& [name, list] : json.items()) {
    auto& members = groups[name];
    for (auto const& rank : list.is_array() ? list : nlohmann::json::array({-1})) {
      if (!rank.is_number_unsigned() || rank.get<std::uint64_t>() >= ranks)
        throw InputError(fmt::format("the group {}", shown(name)),
                         fmt::format("must be a list of ranks below {}", ranks), "", path.string());
      members.push_back(rank.get<std::uint32_t>());
    }
    auto sorted = members;
    std::ranges::sort(sorted);
    if (members.empty() || std::ranges::adjacent_find(sorted) != sorted.end())
      throw InputError(fmt::format("the group {}", shown(name)), "it is empty or has a rank twice", "",
                       path.string());
  }
  return groups;
}

std::filesystem::path file_of(std::string const& pattern, std::size_t mark, std::size_t rank) {
  return pattern.substr(0, mark) + std::to_string(rank) + pattern.substr(mark + 2);
}

}  // namespace

Program parse_chakra(std::vector<ChakraTrace> const& traces, ProcessGroups const& groups, double operations) {
  ProgramBuilder builder;
  std::map<std::string, std::uint32_t, std::less<>> group_numbers;
  for (auto const& [name, members] : groups) group_numbers[name] = builder.add_group(members);
  auto const ranks = static_cast<std::uint32_t>(traces.size());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    builder.begin_rank(rank);
    RankReader(traces[rank], ranks).read(builder, group_numbers, groups, operations);
  }
  auto program = std::move(builder).finish(ranks);
  if (auto const cycle = waiting_cycle(program); !cycle.empty())
    throw InputError("nodes that depend on each other", "", "", traces[program.rank_of(cycle.front())].file);
  return program;
}

Program read_chakra(std::filesystem::path const& pattern, std::filesystem::path const& groups,
                    double operations) {
  auto const text = pattern.string();
  auto const mark = text.find("%d");
  if (mark == std::string::npos)
    throw InputError("file = " + text, "a trace has a file for each rank", "put %d in place of the rank");
  std::vector<ChakraTrace> traces;
  for (auto file = file_of(text, mark, 0); traces.empty() || file_exists(file);
       file = file_of(text, mark, traces.size()))
    traces.push_back({read_file(file), file.string()});
  return parse_chakra(traces, groups.empty() ? ProcessGroups{} : read_groups(groups, traces.size()),
                      operations);
}

}  // namespace weft
