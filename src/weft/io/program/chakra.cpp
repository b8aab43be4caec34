#include "weft/io/program/chakra.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/program/chakra_node.hpp"

namespace weft {
namespace {

/// By CollectiveCommType.
constexpr std::array<CallKind, 10> call_kinds{
    CallKind::allreduce,      CallKind::reduce,    CallKind::allgather,  CallKind::gather,
    CallKind::scatter,        CallKind::broadcast, CallKind::all_to_all, CallKind::reduce_scatter,
    CallKind::reduce_scatter, CallKind::barrier};

/// The resources of a rank that work at the same time, as in ASTRA-sim. Messages and collective calls wait
/// for each other only if one depends on the other.
enum Stream : std::uint8_t { accelerator, processor, messages };

class RankReader {
 public:
  RankReader(ChakraTrace const& trace, std::uint32_t rank, std::uint32_t ranks, SendRule rule)
      : trace_(trace), rank_(rank), ranks_(ranks), is_independent_(rule == SendRule::independent) {}

  /// `group_numbers`: of the program, by name.
  void read(ProgramBuilder& builder, std::map<std::string, std::uint32_t, std::less<>> const& group_numbers,
            ProcessGroups const& groups, double operations) {
    auto const nodes = parse_chakra_nodes(trace_.bytes, trace_.file);
    std::unordered_map<std::uint64_t, std::uint32_t> number_of_id;
    for (auto const& node : nodes)
      if (!number_of_id.emplace(node.id, static_cast<std::uint32_t>(number_of_id.size())).second)
        fail(node, "another node has its number");
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
               fmt::format("rank {} waits in it for node {}, which the trace does not contain", rank_, need));
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
    if (found == node.numbers.end()) fail(node, fmt::format("it has no {}", name));
    if (!(found->second >= 0 && found->second < 0x1p63))
      fail(node, fmt::format("its {} is {}", name, found->second));
    return found->second;
  }
  double number_or_0(ChakraNode const& node, std::string_view name) const {
    return node.numbers.contains(name) ? number(node, name) : 0;
  }
  std::uint32_t below(ChakraNode const& node, std::string_view name, double limit) const {
    auto const value = number(node, name);
    if (value >= limit || value != std::floor(value))
      fail(node, fmt::format("its {} is {}, must be a whole number below {:.0f}", name, value, limit));
    return static_cast<std::uint32_t>(value);
  }

  std::uint32_t peer(ChakraNode const& node, std::string_view name) const {
    auto const rank = number(node, name);
    if (rank >= ranks_)
      fail(node,
           fmt::format("its {} is {}, but there are traces of {} ranks only: that of rank {} is missing",
                       name, rank, ranks_, ranks_));
    return below(node, name, ranks_);
  }
  /// Whether the CPU executes the node for its duration, for any type of node, as in ASTRA-sim.
  static bool is_of_processor(ChakraNode const& node) {
    auto const found = node.numbers.find("is_cpu_op");
    return found != node.numbers.end() && found->second != 0 && node.type >= ChakraNode::computing &&
           node.type <= ChakraNode::most;
  }

  Operation operation_of(ChakraNode const& node, double operations) const {
    constexpr double ns_per_microsecond = 1000, ns_per_second = 1e9, most_ns = 9e18;
    Operation it{.cpu = Stream::messages};
    if (node.type == ChakraNode::computing || is_of_processor(node)) {
      it.kind = OperationKind::compute;
      it.cpu = is_of_processor(node) ? Stream::processor : Stream::accelerator;
      it.amount = node.duration > 0 ? static_cast<double>(node.duration) * ns_per_microsecond
                                    : number_or_0(node, "num_ops") * (ns_per_second / operations);
      if (it.amount > most_ns) fail(node, "it computes for more than 9e9 s");
    } else if (node.type == ChakraNode::sending || node.type == ChakraNode::receiving) {
      bool const sends = node.type == ChakraNode::sending;
      it.kind = sends ? OperationKind::send : OperationKind::receive;
      it.is_independent = sends && is_independent_;
      it.amount = number(node, "comm_size");
      it.peer = peer(node, sends ? "comm_dst" : "comm_src");
      it.tag = node.numbers.contains("comm_tag") ? below(node, "comm_tag", Operation::any) : 0;
    }
    return it;
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
  std::uint32_t rank_, ranks_;
  bool is_independent_;
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
    throw InputError("nodes that depend on each other", "", "", traces[program.rank_of(cycle.front())].file);
  return program;
}

Program read_chakra(std::filesystem::path const& pattern, std::filesystem::path const& groups,
                    double operations, SendRule rule) {
  auto const text = pattern.string();
  auto const mark = text.find("%d");
  if (mark == std::string::npos)
    throw InputError("file=" + text, "a trace has a file for each rank", "put %d in place of the rank");
  std::vector<ChakraTrace> traces;
  for (auto file = file_of(text, mark, 0); traces.empty() || file_exists(file);
       file = file_of(text, mark, traces.size()))
    traces.push_back({read_file(file), file.string()});
  return parse_chakra(traces, groups.empty() ? ProcessGroups{} : read_groups(groups, traces.size()),
                      operations, rule);
}

}  // namespace weft
