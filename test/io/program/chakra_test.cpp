// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/chakra.hpp"

#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

// Encodes the wire format of protobuf.
std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}
std::string number(unsigned field, std::uint64_t value) { return varint(field << 3) + varint(value); }
std::string text(unsigned field, std::string const& value) {
  return varint(field << 3 | 2) + varint(value.size()) + value;
}
std::string in_length(std::string const& message) { return varint(message.size()) + message; }

std::string attribute(std::string const& name, std::string const& value) {
  return text(10, text(1, name) + value);
}
std::string int64_attribute(char const* name, std::uint64_t value) {
  return attribute(name, number(9, value));
}

std::string node(std::uint64_t id, unsigned type, std::string const& more = "") {
  return in_length(number(1, id) + text(2, "a name") + number(3, type) + more);
}
std::string trace(std::string const& nodes) { return in_length(text(1, "0.0.4")) + nodes; }

constexpr unsigned compute = 4, send = 5, receive = 6, collective = 7;

Program parse_nodes(std::vector<std::string> const& ranks, ProcessGroups const& groups = {}) {
  std::vector<ChakraTrace> traces;
  for (auto const& nodes : ranks) traces.push_back({trace(nodes), fmt::format("rank{}", traces.size())});
  return parse_chakra(traces, groups, 1e9);
}

TEST(Chakra, MakesNodesWaitForTheirDependencies) {
  auto const program =
      parse_nodes({node(10, compute, number(7, 5) + text(4, varint(30))) +
                       node(20, send,
                            number(5, 10) + int64_attribute("comm_size", 100) +
                                int64_attribute("comm_dst", 1) + int64_attribute("comm_tag", 3)) +
                       node(30, 2),
                   node(1, receive,
                        int64_attribute("comm_size", 100) + int64_attribute("comm_src", 0) +
                            int64_attribute("comm_tag", 3))});
  ASSERT_EQ(program.num_operations(), 4);
  EXPECT_EQ(program.operation(0).amount, 5000) << "ns";
  EXPECT_EQ(program.operation(1), (Operation{OperationKind::send, 2, 0, false, true, 1, 3, 0, 100}));
  EXPECT_EQ(program.operation(2).kind, OperationKind::nothing);
  EXPECT_EQ(program.operation(3), (Operation{OperationKind::receive, 2, 0, false, false, 0, 3, 0, 100}));
  EXPECT_EQ(program.after_end(2).front(), 0) << "a node may depend on one that follows";
  EXPECT_EQ(program.after_end(0).front(), 1);
}

TEST(Chakra, ConvertsOperationsToTimeWithoutADuration) {
  std::string operations(8, '\0');
  double const count = 3e6;
  std::memcpy(operations.data(), &count, sizeof count);
  for (auto const& value : {number(9, 3'000'000), number(13, 3'000'000), varint(3 << 3 | 1) + operations})
    EXPECT_EQ(parse_nodes({node(1, compute, attribute("num_ops", value))}).operation(0).amount, 3e6);
}

TEST(Chakra, UsesTheCollectiveSizesOfAstraSim) {
  auto const call_of = [](unsigned type, std::string const& more = "") {
    auto const nodes =
        node(1, collective, int64_attribute("comm_type", type) + int64_attribute("comm_size", 600) + more);
    return parse_nodes({nodes, nodes, nodes}, {{"7", {2, 0}}}).calls().at(0);
  };
  EXPECT_EQ(call_of(0), (CollectiveCall{.kind = CallKind::allreduce, .bytes = 600}));
  EXPECT_EQ(call_of(2), (CollectiveCall{.kind = CallKind::allgather, .bytes = 600}));
  EXPECT_EQ(call_of(6), (CollectiveCall{.kind = CallKind::all_to_all, .bytes = 200}));
  EXPECT_EQ(call_of(7), (CollectiveCall{.kind = CallKind::reduce_scatter, .bytes = 600}));
  EXPECT_EQ(call_of(9), CollectiveCall{});
  EXPECT_EQ(call_of(6, attribute("pg_name", text(29, "7"))),
            (CollectiveCall{.kind = CallKind::all_to_all, .group = 1, .bytes = 300}));
}

TEST(Chakra, RejectsOtherFormats) {
  auto const said = [](std::string const& nodes) { return complaint_of([&] { parse_nodes({nodes}); }); };
  EXPECT_EQ(said(node(5, send)), "rank0: node 5 'a name' (comm_size is missing)");
  EXPECT_EQ(said(node(5, collective, int64_attribute("comm_type", 10))),
            "rank0: node 5 'a name' (comm_type=10 must be a whole number below 10)");
  EXPECT_EQ(said(node(5, collective, int64_attribute("comm_type", 0) + attribute("pg_name", text(29, "3")))),
            "rank0: node 5 'a name' (group '3' is unknown; list its ranks in groups=FILE)");
  EXPECT_EQ(said(node(5, 2) + node(5, 2)), "rank0: node 5 'a name' (the id is not unique)");
  EXPECT_EQ(said(node(5, 2, number(4, 8))),
            "rank0: node 5 'a name' (rank 0 waits for node 8, which the trace does not contain)");
  EXPECT_EQ(said(node(5, 2, number(4, 6)) + node(6, 2, number(5, 5))),
            "rank0: nodes depend on each other in a cycle");
  EXPECT_EQ(complaint_of([&] {
              parse_chakra({{"", "rank0"}}, {}, 1);
            }),
            "rank0: the file has no metadata (it is empty)");
  auto const whole = trace(node(5, compute, number(7, 300)));
  for (std::size_t size = 9; size < whole.size(); ++size)
    EXPECT_EQ(complaint_of([&] {
                parse_chakra({{whole.substr(0, size), "rank0"}}, {}, 1);
              }),
              "rank0: the protobuf message is damaged (the data are truncated)")
        << size;
}

TEST(Chakra, RunsCpuAndAcceleratorInParallel) {
  // Hardware resources of ASTRA-sim: the CPU executes nodes of any type with is_cpu_op.
  auto const cpu_op = [](bool holds) { return attribute("is_cpu_op", number(27, holds ? 1 : 0)); };
  auto const program = parse_nodes({node(0, compute, number(7, 10) + cpu_op(true)) +
                                    node(1, compute, number(7, 10) + cpu_op(false)) +
                                    node(2, collective, number(7, 3) + cpu_op(true)) +
                                    node(3, collective, cpu_op(false) + int64_attribute("comm_type", 9))});
  ASSERT_EQ(program.num_operations(), 4);
  EXPECT_NE(program.operation(0).cpu, program.operation(1).cpu);
  EXPECT_EQ(program.operation(2).cpu, program.operation(0).cpu);
  EXPECT_EQ(program.operation(2).kind, OperationKind::compute);
  EXPECT_EQ(program.operation(2).amount, 3000) << "ns";
  EXPECT_EQ(program.operation(3).kind, OperationKind::call);
  EXPECT_NE(program.operation(3).cpu, program.operation(1).cpu) << "messages run in parallel with computing";
}

TEST(Chakra, ReadsEqualProgramsFromJsonAndProtobuf) {
  auto const nodes = node(7, compute, number(7, 5)) +
                     node(8, send,
                          number(5, 7) + int64_attribute("comm_size", 100) + int64_attribute("comm_dst", 0) +
                              attribute("is_cpu_op", number(27, 0)));
  auto const messages = parse_nodes({nodes});
  auto const digest_of = [](std::string const& text) {
    return parse_chakra({{text, "rank0"}}, {}, 1e9).digest();
  };
  // The format of chakra_jsonizer: JSON of protobuf, object after object.
  EXPECT_EQ(digest_of(R"({
  "version": "0.0.4"
}{
  "id": "7", "name": "a name", "type": "COMP_NODE", "durationMicros": "5"
}{
  "id": "8", "type": "COMM_SEND_NODE", "dataDeps": ["7"],
  "attr": [{"name": "comm_size", "int64Val": "100"}, {"name": "comm_dst", "int32Val": 0},
           {"name": "is_cpu_op", "boolVal": false}]
})"),
            messages.digest());
  // A list of nodes with attributes outside of a list.
  EXPECT_EQ(digest_of(R"({"workload_graph": [
  {"Id": 7, "NodeType": 4, "runtime": 5, "ctrl_deps": [], "data_deps": []},
  {"Id": 8, "NodeType": 5, "data_deps": [7], "comm_size": 100, "comm_dst": 0, "is_cpu_op": false}]})"),
            messages.digest());
  auto const said = [](char const* text) {
    return complaint_of([&] { parse_chakra({{text, "rank0"}}, {}, 1); });
  };
  EXPECT_EQ(said(R"({"schema": "1.1.0", "nodes": []})").substr(0, 61),
            "rank0: the file is a PyTorch execution trace (such traces are");
  EXPECT_EQ(said(R"({"traceEvents": []})").substr(0, 52),
            "rank0: the file is a trace of the PyTorch profiler (");
  EXPECT_EQ(said("{\"id\": 1,\n").substr(0, 6), "rank0:");
  EXPECT_EQ(said(R"({"id": "x"})"), R"(rank0: id="x" (must be a whole number))");
  EXPECT_EQ(said(R"({"id": 1, "type": "COMP_NOD"})"),
            "rank0: type=COMP_NOD (must be a node type); did you mean 'comp_node'?");
}

TEST(Chakra, ReportsAMissingRank) {
  EXPECT_EQ(complaint_of([] {
              parse_nodes({node(5, send, int64_attribute("comm_size", 8) + int64_attribute("comm_dst", 3))});
            }),
            "rank0: node 5 'a name' (comm_dst is 3, but there are only 1 traces: the trace of rank 1 is "
            "missing)");
}

TEST(Chakra, ReadsOneFilePerRank) {
  Scratch const scratch;
  auto const barrier =
      node(1, collective, int64_attribute("comm_type", 9) + attribute("pg_name", text(29, "1")));
  for (char const* const name : {"t.0.et", "t.1.et", "t.3.et"}) write_file(scratch / name, trace(barrier));
  write_file(scratch / "groups.json", R"({"1": [1, 0]})");
  auto const program = read_chakra(scratch / "t.%d.et", scratch / "groups.json", 1);
  EXPECT_EQ(program.num_ranks(), 2) << "up to the first that is missing";
  EXPECT_EQ(program.group(1), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_TRUE(
      complaint_of([&] { read_chakra(scratch / "t.et", "", 1); }).ends_with("write %d in place of the rank"));
  auto const said = [&](char const* json) {
    write_file(scratch / "bad.json", json);
    return complaint_of([&] { read_chakra(scratch / "t.%d.et", scratch / "bad.json", 1); });
  };
  EXPECT_TRUE(said("[]").starts_with((scratch / "bad.json").string() + ": the file contains no groups"));
  EXPECT_TRUE(said(R"({"1": [0, 2]})").ends_with("must be a list of ranks below 2)"));
  EXPECT_TRUE(said(R"({"1": [0, 0]})").ends_with("the group is empty or contains a rank twice)"));
}

}  // namespace
}  // namespace weft
