// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/engine/flit/packet_format.hpp"
#include "weft/io/file.hpp"
#include "weft/topology/family/mesh.hpp"

namespace weft::flit {
namespace {

using Values = std::map<std::string, std::string>;

Values values_of(FlitParams const& params) {
  Values values;
  for (auto const& argument : write_params(flit_schema, params, true)) values[argument.key] = argument.value;
  values.erase("router");
  return values;
}

/// Returns the rows of the table of a preset in docs/concepts/router-presets.md.
Values values_on_page(std::string const& preset) {
  std::istringstream page(read_file(WEFT_SOURCE_DIR "/docs/concepts/router-presets.md"));
  Values values;
  bool here = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) here = line == "## " + preset;
    if (!here || !line.starts_with("| `")) continue;
    auto const key = line.substr(3, line.find('`', 3) - 3);
    auto const begin = line.find("| ", 3) + 2;
    values[key] = line.substr(begin, line.find(" |", begin) - begin);
  }
  return values;
}

FlitParams read(std::string const& options) { return read_flit_params(Spec::parse("flit:" + options)); }

TEST(RouterPreset, SetsTheDocumentedOptions) {
  auto const defaults = values_of({});
  for (auto const& listed : enum_values<RouterPreset>) {
    auto const on_page = values_on_page(std::string(listed.name));
    EXPECT_EQ(on_page.empty(), listed.value == RouterPreset::none) << listed.name;
    auto expected = defaults;
    for (auto const& [key, value] : on_page) {
      EXPECT_TRUE(defaults.contains(key)) << key;
      EXPECT_NE(defaults.at(key), value) << listed.name << " " << key;
      expected[key] = value;
    }
    EXPECT_EQ(values_of(read("router=" + std::string(listed.name))), expected) << listed.name;
  }
}

TEST(RouterPreset, IsOverriddenBySpecifiedOptions) {
  auto const params = read("vcs=2,router=infiniband,packet_size=4");
  EXPECT_EQ(params.vcs, 2u);
  EXPECT_EQ(params.packet_size, Sides{4});
  EXPECT_EQ(params.vc_buffer, 65u);
}

TEST(RouterPreset, IsWrittenOnlyIfSpecified) {
  auto const text = [](FlitParams const& params) {
    return Spec{"flit", write_flit_params(params)}.to_string();
  };
  EXPECT_TRUE(text({}).starts_with("flit:vcs=4,"));
  auto const params = read("router=on_chip");
  EXPECT_TRUE(text(params).starts_with("flit:router=on_chip,vcs=4,vc_buffer=4,"));
  EXPECT_EQ(text(read_flit_params(Spec::parse(text(params)))), text(params));
}

TEST(RouterPreset, EveryPresetIsValid) {
  for (auto const& listed : enum_values<RouterPreset>)
    EXPECT_NO_THROW(check(read("router=" + std::string(listed.name)))) << listed.name;
}

// Options that differ from the preset have no effect without timed messages, and are rejected.
TEST(RouterPreset, RejectsOptionsWithoutEffect) {
  EXPECT_THROW(check(read("router=infiniband,flit_bytes=32")), InputError);
  EXPECT_NO_THROW(check(read("router=infiniband,flit_bytes=64")));
}

// 350 ns through an idle switch: a flit of 25 bytes takes 1 ns at 200 Gb/s.
TEST(RouterPreset, SlingshotSwitchLatencyIs350Nanoseconds) {
  auto const params = read("router=slingshot_like");
  EXPECT_DOUBLE_EQ(PacketFormat(params).cycle(), 1e-9);
  EXPECT_EQ(router_options(params).idle_passage(), 350u);
}

/// Returns the number of cycles in which one packet of 4,000 flits crosses a channel.
std::uint64_t cycles_with_buffer(std::uint32_t vc_buffer) {
  auto params = read_flit_params(Spec::parse("flit:router=slingshot_like,packet_size=4000"));
  set_timed_defaults(params);
  params.vc_buffer = vc_buffer;
  auto const setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
  simulation.send({0, 0, 1, 4000 * params.flit_bytes, 0});
  while (simulation.in_progress())
    if (auto const arrivals = simulation.advance_to_arrival(1'000'000); !arrivals.empty())
      return arrivals.front().cycle;
  return 0;
}

// With one flit less, the sender waits for a credit in each round trip.
TEST(RouterPreset, SlingshotBuffersAreTheSmallestThatSustainFullBandwidth) {
  auto const buffer = read("router=slingshot_like").vc_buffer;
  EXPECT_EQ(cycles_with_buffer(buffer), cycles_with_buffer(65535));
  EXPECT_GT(cycles_with_buffer(buffer - 1), cycles_with_buffer(buffer));
}

// 65 credits of 64 bytes are 4,160 bytes, 4,096 of them data. One byte more needs a second packet.
TEST(RouterPreset, InfiniBandPacketsCarry4096Bytes) {
  PacketFormat const format(read("router=infiniband"));
  EXPECT_EQ(format.packets(format.flits(4096)), 1u);
  EXPECT_EQ(format.packets(format.flits(4097)), 2u);
}

// A cache line of 64 bytes is one packet of 5 flits.
TEST(RouterPreset, OnChipPacketsCarryACacheLine) {
  PacketFormat const format(read("router=on_chip"));
  EXPECT_EQ(format.flits(64), 5u);
  EXPECT_EQ(format.packets(format.flits(64)), 1u);
  EXPECT_EQ(format.packets(format.flits(65)), 2u);
}

}  // namespace
}  // namespace weft::flit
