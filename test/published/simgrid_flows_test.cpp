// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flow/message_model.hpp"
#include "weft/engine/flow/transfers.hpp"

#if WEFT_HAS_SIMGRID
#include <simgrid/s4u.hpp>
#endif

namespace weft {
namespace {

#if WEFT_HAS_SIMGRID

/// Messages over links with different bandwidths and latencies, all sent at time 0.
struct SentMessages {
  struct Link {
    double bandwidth, latency;
  };
  struct Message {
    std::uint32_t from, to;
    std::uint64_t bytes;
    std::vector<std::uint32_t> links;
  };
  std::vector<Link> links;
  std::vector<Message> messages;

  /// Each pair of hosts exchanges at most one message, so that it has one route.
  explicit SentMessages(std::uint64_t seed) {
    auto random = Rng::derived(seed);
    for (int i = 0; i < 12; ++i)
      links.push_back(
          {1e9 * static_cast<double>(1 + random.below(4)), 1e-7 * static_cast<double>(random.below(50))});
    for (std::uint32_t from = 0; from < 6; ++from)
      for (std::uint32_t to = 0; to < 6; ++to) {
        if (from == to || random.below(3) == 0) continue;
        auto const first = static_cast<std::uint32_t>(random.below(4)),
                   second = static_cast<std::uint32_t>(4 + random.below(4)),
                   third = static_cast<std::uint32_t>(8 + random.below(4));
        messages.push_back({from, to, 1000 + random.below(1000000), {first, second, third}});
      }
  }
};

/// Writes the end of each message in SimGrid to a file, one per line, in a child process: SimGrid supports
/// one engine per process.
void write_finishes(SentMessages const& sent, std::string const& model, std::string const& file) {
  namespace sg4 = simgrid::s4u;
  int argc = 2;
  std::string program = "test", quiet = "--log=root.threshold:error";
  char* argv[] = {program.data(), quiet.data(), nullptr};
  sg4::Engine engine(&argc, argv);
  for (auto const& option : {"network/model:" + model, std::string("network/crosstraffic:0"),
                             std::string("network/TCP-gamma:1e20"), std::string("network/optim:Full")})
    sg4::Engine::set_config(option);
  auto* const zone = sg4::create_full_zone("world");
  std::vector<sg4::Link const*> links;
  for (std::size_t i = 0; i < sent.links.size(); ++i)
    links.push_back(zone->create_link("l" + std::to_string(i), sent.links[i].bandwidth)
                        ->set_latency(sent.links[i].latency)
                        ->seal());
  std::vector<sg4::Host*> hosts;
  for (int i = 0; i < 6; ++i) hosts.push_back(zone->create_host("h" + std::to_string(i), 1e9));
  for (auto const& it : sent.messages) {
    std::vector<sg4::LinkInRoute> route;
    for (auto const link : it.links) route.emplace_back(links[link]);
    zone->add_route(hosts[it.from]->get_netpoint(), hosts[it.to]->get_netpoint(), nullptr, nullptr, route,
                    false);
  }
  zone->seal();
  std::vector<sg4::CommPtr> comms;
  sg4::Actor::create("all", hosts.front(), [&] {
    for (auto const& it : sent.messages)
      comms.push_back(sg4::Comm::sendto_async(hosts[it.from], hosts[it.to], it.bytes));
    sg4::Comm::wait_all(comms);
  });
  engine.run();
  std::ofstream out(file);
  out.precision(17);
  for (auto const& comm : comms) out << comm->get_finish_time() << '\n';
  out.close();
  std::_Exit(0);
}

std::vector<double> finishes(SentMessages const& sent, std::string const& factors) {
  std::vector<double> capacity, finish(sent.messages.size());
  for (auto const& link : sent.links) capacity.push_back(link.bandwidth);
  flow::FlowParams params;
  params.factors = factors;
  flow::MessageModel const model(params, capacity);
  flow::Transfers transfers(capacity, 0, 0);
  for (std::size_t i = 0; i < sent.messages.size(); ++i) {
    auto const& it = sent.messages[i];
    flow::Path path;
    for (auto const link : it.links) {
      path.hops.push_back({link});
      path.latency += sent.links[link].latency;
    }
    transfers.send(model.departure({0, i, it.from, it.to, static_cast<double>(it.bytes)}, path), path.hops);
  }
  while (transfers.in_progress())
    for (auto const& arrival : transfers.advance()) finish[arrival.message] = transfers.now();
  return finish;
}

void expect_equal(std::string const& model, std::string const& factors) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SentMessages const sent(seed);
    Scratch const scratch;
    auto const file = (scratch / "finishes").string();
    EXPECT_EXIT(write_finishes(sent, model, file), testing::ExitedWithCode(0), "");
    std::ifstream in(file);
    auto const ours = finishes(sent, factors);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      double theirs = 0;
      ASSERT_TRUE(in >> theirs);
      EXPECT_NEAR(ours[i] / theirs, 1, 1e-9) << "seed " << seed << ", message " << i;
    }
  }
}

TEST(SimgridFlows, EndsMatchWeftUnderLv08) { expect_equal("LV08", "lv08"); }
TEST(SimgridFlows, EndsMatchWeftUnderSmpi) { expect_equal("SMPI", "smpi"); }

#else

TEST(SimgridFlows, EndsMatchWeft) { GTEST_SKIP() << "no SimGrid here: apt-get install libsimgrid-dev"; }

#endif

}  // namespace
}  // namespace weft
