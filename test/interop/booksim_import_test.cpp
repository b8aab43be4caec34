// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_import.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

std::string imported(std::string const& text) {
  return import_booksim(parse_booksim(text, "f")).request.to_string();
}
std::string rejection(std::string const& text) {
  return complaint_of([&] { import_booksim(parse_booksim(text, "f")); });
}

/// The example of docs/how-to/come-from-booksim.md, with the defaults of BookSim.
TEST(BooksimImport, ConvertsSettingsToARequest) {
  EXPECT_EQ(
      imported("topology = torus; k = 8; n = 2; routing_function = dim_order; num_vcs = 4; vc_buf_size = 8;\n"
               "traffic = uniform; injection_rate = 0.2;"),
      "simulate:topology=\"torus:sides=8x8\",routing=dimension_order,traffic=uniform,"
      "engine=\"flit:router=booksim,latency=2,vcs=4,vc_buffer=8,rate=0.2\"");
}

TEST(BooksimImport, CountsFlitsAndSeeds) {
  auto const text = imported(
      "topology = mesh; k = 4; n = 3; c = 2; routing_function = dor; packet_size = 4; injection_rate = 0.05;\n"
      "sw_allocator = islip(3); wait_for_tail_credit = 1; priority = age; seed = 7; sample_period = 1000;");
  for (char const* const part :
       {"topology=\"mesh:sides=4x4x4,concentration=2\"", "rate=0.2", "packet_size=4",
        "allocator=islip,iterations=3", "atomic_vcs=true", "arbitration=age", "seed=7"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(BooksimImport, ListsEverySetting) {
  auto const import =
      import_booksim(parse_booksim("routing_function = valiant; k = 4; max_samples = 10;", "f"));
  ASSERT_EQ(import.settings.size(), 3U);
  EXPECT_EQ(import.settings[0].becomes, "valiant");
  EXPECT_EQ(import.settings[2].note, "of the program");
}

TEST(BooksimImport, RejectsUnsupportedSettingsThatChangeResults) {
  std::string const routing = "routing_function = dor;\n";
  EXPECT_EQ(rejection(routing + "router = chaos;"),
            "f:2:1: router = chaos (Weft has no counterpart for this value); change or remove the setting");
  EXPECT_EQ(rejection(routing + "noq = 1;").substr(0, 14), "f:2:1: noq = 1");
  EXPECT_EQ(rejection(routing + "buffers = 3;").substr(0, 18), "f:2:1: buffers = 3");
  EXPECT_EQ(rejection("routing_function = chaos;").substr(0, 31), "f:1:1: routing_function = chaos");
  EXPECT_EQ(rejection("k = 8;").substr(0, 27), "routing_function is missing");
  EXPECT_EQ(rejection(routing + "num_vcs = many;").substr(0, 20), "f:2:1: num_vcs=many ");
}

/// The request for a mesh with more settings.
std::string imported_mesh(std::string const& settings) {
  return imported("topology = mesh; k = 4; routing_function = dor; " + settings);
}
void expect_part(std::string const& request, std::string const& part) {
  EXPECT_NE(request.find(part), std::string::npos) << part << "\n" << request;
}

TEST(BooksimImport, LimitsOutstandingPacketsOfABatchOnly) {
  // BookSim reads max_outstanding_requests in batchtrafficmanager.cpp only.
  EXPECT_EQ(imported_mesh("injection_rate = 0.4; max_outstanding_requests = 4;").find("max_outstanding"),
            std::string::npos);
  auto const batch = imported_mesh("sim_type = batch; batch_size = 50; max_outstanding_requests = 4;");
  for (auto const* part : {"injection=batch", "messages=50", "max_outstanding=4"}) expect_part(batch, part);
  EXPECT_EQ(batch.find("rate="), std::string::npos) << batch;
  expect_part(imported_mesh("sim_type = batch;"), "messages=1000");
}

TEST(BooksimImport, AddsTheOptionsThatARoutingNeeds) {
  auto const dragonfly =
      imported("topology = dragonflynew; k = 2; n = 1; routing_function = ugal; num_vcs = 3;");
  for (auto const* part : {"booksim_ugal", "vcs=3", "route_decision=at_injection", "allow_deadlock=true"})
    expect_part(dragonfly, part);
  auto const minimal =
      imported("topology = dragonflynew; k = 2; n = 1; routing_function = min; num_vcs = 3;");
  expect_part(minimal, "vcs=2");
  EXPECT_EQ(minimal.find("vcs=3"), std::string::npos) << minimal;
  expect_part(imported("topology = anynet; network_file = net; routing_function = min;"),
              "allow_deadlock=true");
}

TEST(BooksimImport, NotesWhereRunsDiffer) {
  auto const notes = [](std::string const& text) { return import_booksim(parse_booksim(text, "f")).notes; };
  auto const anynet = notes("topology = anynet; network_file = net; routing_function = min;");
  ASSERT_EQ(anynet.size(), 1U);
  EXPECT_TRUE(
      anynet[0].starts_with("min of anynet: the length of a path is its hops, in BookSim its latency"))
      << anynet[0];
  EXPECT_TRUE(notes("topology = torus; k = 4; n = 2; routing_function = dim_order;").empty());
}

TEST(BooksimImport, TranslatesPacketSizes) {
  // A mean of (1 * 2 + 5 * 1) / 3 flits at 0.3 packets per cycle.
  auto const mixed =
      imported_mesh("packet_size = {{1,5}}; packet_size_rate = {{2,1}}; injection_rate = 0.3;");
  for (auto const* part : {"packet_size=1x5", "size_weights=2x1", "rate=0.7"}) expect_part(mixed, part);
  expect_part(imported_mesh("packet_size = {4,2}; injection_rate = 0.1;"), "rate=0.4");
  EXPECT_EQ(
      rejection("routing_function = dor;\npacket_size = {{1,5}}; packet_size_rate = {{2}};").substr(0, 22),
      "f:2:24: packet_size_ra");
}

TEST(BooksimImport, TranslatesSharedBuffers) {
  // 64 flits, of which each of 4 virtual channels has 8.
  auto const shared =
      imported_mesh("num_vcs = 4; buffer_policy = shared; buf_size = 64; private_buf_size = 8;");
  for (auto const* part : {"vc_buffer=8", "shared_buffer=32"}) expect_part(shared, part);
  expect_part(imported_mesh("num_vcs = 4; buffer_policy = limited; buf_size = 64; private_buf_size = 8; "
                            "max_held_slots = 24;"),
              "shared_per_vc=16");
  EXPECT_EQ(rejection("routing_function = dor;\nbuffer_policy = shared;").substr(0, 28),
            "f:2:1: buf_size is missing; ");
}

TEST(BooksimImport, TranslatesFailuresAndHotTerminals) {
  expect_part(imported_mesh("link_failures = 2;"), "failed_links=2");
  expect_part(imported_mesh("traffic = hotspot({5});"), "hot_spot:fraction=1,hot=1,at=5");
  EXPECT_EQ(rejection("routing_function = dor;\ntraffic = hotspot({5,6});").substr(0, 15), "f:2:1: traffic ");
}

TEST(BooksimImport, RejectsLatenciesWithoutQueueingAtTheSource) {
  EXPECT_EQ(rejection("routing_function = dor;\ninclude_queuing = 0;").substr(0, 26),
            "f:2:1: include_queuing = 0");
  expect_part(imported_mesh("include_queuing = 1;"), "rate=0.1");
}

TEST(BooksimImport, LocatesEngineErrorsAtTheSetting) {
  auto const import = import_booksim(parse_booksim("routing_function = dor;\ninternal_speedup = 1.5;", "f"));
  EXPECT_EQ(at_setting(InputError("speedup=1.5", "must be a whole number", "", "engine"), import).where,
            "f:2:1");
  EXPECT_EQ(at_setting(InputError("a deadlock", "", "", "routing"), import).where, "routing");
}

}  // namespace
}  // namespace weft
