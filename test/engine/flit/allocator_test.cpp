// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/allocator.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::flit {
namespace {

using Match = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // client, resource, label

/// Reference allocator with the arbiters described by Dally & Towles, which search cyclically from a pointer.
class Oracle {
 public:
  Oracle(AllocatorKind kind, std::uint32_t clients, std::uint32_t resources)
      : kind_(kind), next_resource(clients), next_client(resources) {}

  std::set<Match> match(std::vector<AllocationRequest> const& requests) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> asked;  // only the first label is used
    for (auto const& it : requests) asked.try_emplace({it.client, it.resource}, it.label);
    auto const clients = size(next_resource), resources = size(next_client);
    std::set<std::pair<std::uint32_t, std::uint32_t>> offers, pairs;
    bool const islip = kind_ == AllocatorKind::islip;
    for (std::uint32_t x = 0; x < (islip ? resources : clients); ++x)
      for (std::uint32_t step = 0; step < (islip ? clients : resources); ++step) {
        auto const y = islip ? (next_client[x] + step) % clients : (next_resource[x] + step) % resources;
        auto const pair = islip ? std::pair{y, x} : std::pair{x, y};
        if (!asked.contains(pair)) continue;
        offers.insert(pair);
        break;
      }
    for (std::uint32_t x = 0; x < (islip ? clients : resources); ++x)
      for (std::uint32_t step = 0; step < (islip ? resources : clients); ++step) {
        auto const y = islip ? (next_resource[x] + step) % resources : (next_client[x] + step) % clients;
        auto const pair = islip ? std::pair{x, y} : std::pair{y, x};
        if (!offers.contains(pair)) continue;
        pairs.insert(pair);
        break;
      }
    std::set<Match> matches;
    for (auto const& [client, resource] : pairs) {
      matches.insert({client, resource, asked.at({client, resource})});
      next_resource[client] = (resource + 1) % resources;
      next_client[resource] = (client + 1) % clients;
    }
    return matches;
  }

 private:
  static std::uint32_t size(std::vector<std::uint32_t> const& it) {
    return static_cast<std::uint32_t>(it.size());
  }
  AllocatorKind kind_;

 public:
  std::vector<std::uint32_t> next_resource, next_client;
};

/// An allocator with its arbiters.
struct Bench {
  Bench(AllocatorKind kind, Arbitration arbitration, std::uint32_t clients, std::uint32_t resources,
        std::uint32_t iterations = 1)
      : allocator({.allocator = kind, .iterations = iterations, .arbitration = arbitration}, clients,
                  resources),
        next_resource(clients),
        next_client(resources) {}
  std::set<Match> match(std::vector<AllocationRequest> requests) {
    std::set<Match> matches;
    allocator.match(
        requests, next_resource.data(), next_client.data(), static_cast<std::uint32_t>(next_resource.size()),
        static_cast<std::uint32_t>(next_client.size()), {turn++, 5}, [&](AllocationRequest const& it) {
          EXPECT_TRUE(matches.insert({it.client, it.resource, it.label}).second);
        });
    return matches;
  }
  Allocator allocator;
  std::uint64_t turn = 0;
  std::vector<std::uint32_t> next_resource, next_client;
};

std::vector<AllocationRequest> any_requests(std::uint32_t clients, std::uint32_t resources) {
  auto const size = *rc::gen::inRange<std::size_t>(0, 3 * clients);
  std::vector<AllocationRequest> requests;
  for (std::uint32_t i = 0; i < size; ++i)
    requests.push_back({*rc::gen::inRange(0u, clients), *rc::gen::inRange(0u, resources), i, 0});
  return requests;
}

RC_GTEST_PROP(Allocator, MatchesDallyAndTowlesArbiters, ()) {
  auto const kind = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first);
  auto const clients = *rc::gen::inRange(1u, 9u), resources = *rc::gen::inRange(1u, 9u);
  Bench bench(kind, Arbitration::round_robin, clients, resources);
  Oracle oracle(kind, clients, resources);
  for (int cycle = 0; cycle < 10; ++cycle) {
    auto const requests = any_requests(clients, resources);
    auto const matches = bench.match(requests);
    RC_ASSERT(matches == oracle.match(requests));
    RC_ASSERT(matches.empty() == requests.empty());
    RC_ASSERT(bench.next_resource == oracle.next_resource);
    RC_ASSERT(bench.next_client == oracle.next_client);
  }
}

RC_GTEST_PROP(Allocator, GrantsTheOldestRequestUnderAgeArbitration, ()) {
  auto const kind = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first);
  auto const clients = *rc::gen::inRange(1u, 9u), resources = *rc::gen::inRange(1u, 9u);
  auto requests = any_requests(clients, resources);
  RC_PRE(!requests.empty());
  for (auto& it : requests) it.rank = 100 + (it.label * 7919 + it.client) % 64 * 10 + it.label % 10;
  auto const oldest = std::ranges::min_element(requests, {}, &AllocationRequest::rank);
  auto const matches = Bench(kind, Arbitration::age, clients, resources).match(requests);
  auto const of_oldest =
      std::ranges::find_if(matches, [&](Match const& it) { return std::get<2>(it) == oldest->label; });
  RC_ASSERT(of_oldest != matches.end());
  std::set<std::uint32_t> clients_matched, resources_matched;
  for (auto const& [client, resource, label] : matches) {
    RC_ASSERT(clients_matched.insert(client).second);
    RC_ASSERT(resources_matched.insert(resource).second);
  }
}

/// With every algorithm, a request is granted if all other requests of its client and for its resource have a
/// lower priority.
RC_GTEST_PROP(Allocator, GrantsTheHighestPriorityAmongConflictingRequests, ()) {
  auto const kind = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first, AllocatorKind::pim,
                                      AllocatorKind::wavefront);
  auto const clients = *rc::gen::inRange(1u, 9u), resources = *rc::gen::inRange(1u, 9u);
  Bench bench(kind, Arbitration::round_robin, clients, resources);
  for (int cycle = 0; cycle < 10; ++cycle) {
    auto requests = any_requests(clients, resources);
    if (requests.empty()) continue;
    for (auto& it : requests) it.rank = (it.client * 5 + it.resource * 3 + 1) % 8 << 29;
    auto const first = requests[*rc::gen::inRange(std::size_t{0}, requests.size())];
    for (auto& it : requests) {
      bool const is_same = it.client == first.client && it.resource == first.resource;
      bool const meets = it.client == first.client || it.resource == first.resource;
      if (is_same)
        it.rank = 1u << 29;
      else if (meets)
        it.rank = std::max(it.rank, 2u << 29);
    }
    auto const matches = bench.match(requests);
    RC_ASSERT(std::ranges::any_of(matches, [&](Match const& it) {
      return std::get<0>(it) == first.client && std::get<1>(it) == first.resource;
    }));
  }
}

/// McKeown, The iSLIP scheduling algorithm, 1999, sec. III: under full load the arbiters desynchronize.
TEST(Allocator, IslipFindsAPerfectMatchingUnderFullLoad) {
  constexpr std::uint32_t size = 7;
  std::vector<AllocationRequest> all;
  for (std::uint32_t client = 0; client < size; ++client)
    for (std::uint32_t resource = 0; resource < size; ++resource) all.push_back({client, resource, 0, 0});
  Bench bench(AllocatorKind::islip, Arbitration::round_robin, size, size);
  EXPECT_EQ(bench.match(all).size(), 1u);  // all resources grant the same client
  for (std::uint32_t cycle = 1; cycle < size; ++cycle) bench.match(all);
  for (int cycle = 0; cycle < 20; ++cycle) EXPECT_EQ(bench.match(all).size(), size);
}

TEST(Allocator, AlternatesBetweenTheClientsOfAResource) {
  for (auto const kind : {AllocatorKind::islip, AllocatorKind::input_first}) {
    Bench bench(kind, Arbitration::round_robin, 5, 3);
    for (std::uint32_t cycle = 0; cycle < 20; ++cycle)
      EXPECT_EQ(bench.match({{4, 1, 0, 0}, {0, 1, 0, 0}, {2, 1, 0, 0}}),
                (std::set<Match>{{std::vector{0u, 2u, 4u}[cycle % 3], 1, 0}}));
  }
}

/// Expects that each client and each resource is matched at most once, by its first request.
void expect_matching(std::vector<AllocationRequest> const& requests, std::set<Match> const& matches) {
  std::set<std::uint32_t> clients, resources;
  for (auto const& [client, resource, label] : matches) {
    RC_ASSERT(clients.insert(client).second);
    RC_ASSERT(resources.insert(resource).second);
    auto const first = std::ranges::find_if(requests, [&, c = client, r = resource](auto const& it) {
      return it.client == c && it.resource == r;
    });
    RC_ASSERT(first != requests.end() && first->label == label);
  }
}

/// Returns whether no request remains with both its client and its resource unmatched.
bool is_maximal(std::vector<AllocationRequest> const& requests, std::set<Match> const& matches) {
  return std::ranges::all_of(requests, [&](auto const& it) {
    return std::ranges::any_of(matches, [&](Match const& match) {
      return std::get<0>(match) == it.client || std::get<1>(match) == it.resource;
    });
  });
}

RC_GTEST_PROP(Allocator, FindsMaximalMatchingsWithWavefrontOrEnoughIterations, ()) {
  auto const kind = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first, AllocatorKind::pim,
                                      AllocatorKind::wavefront);
  auto const clients = *rc::gen::inRange(1u, 9u), resources = *rc::gen::inRange(1u, 9u);
  Bench bench(kind, Arbitration::round_robin, clients, resources,
              kind == AllocatorKind::wavefront ? 1 : std::max(clients, resources));
  for (int cycle = 0; cycle < 10; ++cycle) {
    auto const requests = any_requests(clients, resources);
    auto const matches = bench.match(requests);
    expect_matching(requests, matches);
    RC_ASSERT(is_maximal(requests, matches));
  }
}

RC_GTEST_PROP(Allocator, GrantsASupersetWithMoreIterations, ()) {
  auto const kind = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first, AllocatorKind::pim);
  auto const clients = *rc::gen::inRange(1u, 9u), resources = *rc::gen::inRange(1u, 9u);
  auto const requests = any_requests(clients, resources);
  Bench once(kind, Arbitration::round_robin, clients, resources),
      twice(kind, Arbitration::round_robin, clients, resources, 2);
  auto const first = once.match(requests), both = twice.match(requests);
  RC_ASSERT(std::ranges::includes(both, first));
  RC_ASSERT(once.next_resource == twice.next_resource && once.next_client == twice.next_client);
}

/// The first diagonal advances by one in each allocation, so three conflicting requests are granted in turn.
TEST(Allocator, WavefrontRotatesTheFirstDiagonal) {
  Bench bench(AllocatorKind::wavefront, Arbitration::round_robin, 3, 3);
  for (std::uint32_t turn = 0; turn < 9; ++turn)
    EXPECT_EQ(bench.match({{0, 1, 0, 0}, {1, 1, 0, 0}, {2, 1, 0, 0}}),
              (std::set<Match>{{(turn + 2) % 3, 1, 0}}));
}

TEST(Allocator, RandomGrantsAreFair) {
  Bench bench(AllocatorKind::pim, Arbitration::round_robin, 4, 2);
  std::map<std::uint32_t, int> served;
  constexpr int turns = 8000;
  for (int turn = 0; turn < turns; ++turn)
    for (auto const& [client, resource, label] :
         bench.match({{0, 1, 0, 0}, {1, 1, 0, 0}, {2, 1, 0, 0}, {3, 1, 0, 0}}))
      ++served[client];
  for (auto const& [client, times] : served) EXPECT_NEAR(times, turns / 4, 200);  // five standard deviations
  EXPECT_EQ(served.size(), 4u);
}

}  // namespace
}  // namespace weft::flit
