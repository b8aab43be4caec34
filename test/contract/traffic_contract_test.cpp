// SPDX-License-Identifier: Apache-2.0
// Contract of every traffic pattern, for its default parameters and for each of its samples.

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {
namespace {

/// Parameters of a pattern, and the properties that the pattern declares for them.
struct Instance {
  std::string spec;  ///< with all parameters
  std::function<TrafficPtr(TrafficContext const&)> make;
  bool balanced, random;
};

struct PatternCase {
  std::string name, doc;
  std::vector<Instance> instances;
};

template <TrafficPattern P>
PatternCase case_of() {
  auto all = P::samples();
  if constexpr (requires(typename P::Params params) { params.file; })
    all.push_back({.file = std::string(WEFT_SOURCE_DIR "/test/data/") +
                           (P::name == "timed_messages" ? "timed_messages.csv" : "messages.txt")});
  else
    all.insert(all.begin(), typename P::Params{});
  PatternCase pattern{std::string(P::name), std::string(P::doc), {}};
  for (auto const& params : all)
    pattern.instances.push_back(
        {to_spec<P>(params, true).to_string(),
         [params](TrafficContext const& context) { return make_traffic<P>(params, context); },
         P::balanced(params), P::random(params)});
  return pattern;
}

PatternCase case_named(std::string const& name) {
  PatternCase found;
  Patterns::for_each([&]<class P>(std::type_identity<P>) {
    if (P::name == name) found = case_of<P>();
  });
  return found;
}

class TrafficContract : public testing::TestWithParam<std::string> {
 protected:
  PatternCase const pattern = case_named(GetParam());

  /// Calls check(instance, context, traffic) for every instance that the pattern accepts.
  void on_each_instance(
      std::function<void(Instance const&, TrafficContext const&, Traffic const&)> const& check) const {
    for (auto const& instance : pattern.instances) {
      int served = 0;
      for (std::uint64_t const terminals : {1u, 2u, 3u, 16u, 27u, 1000u, 1024u})
        for (std::uint64_t const messages : {1u, 3u}) {
          TrafficContext const context{
              .num_terminals = terminals, .messages = messages, .seed = 7, .timed = true};
          auto const traffic = make_or_reject(instance, context);
          if (!traffic) continue;
          SCOPED_TRACE(instance.spec + " on " + std::to_string(terminals) + " terminals");
          check(instance, context, *traffic);
          if (testing::Test::HasFatalFailure()) return;
          ++served;
        }
      EXPECT_GT(served, 0) << instance.spec << " serves no number of terminals";
    }
  }

 private:
  static TrafficPtr make_or_reject(Instance const& instance, TrafficContext const& context) {
    try {
      return instance.make(context);
    } catch (InputError const& error) {
      EXPECT_FALSE(error.problem.empty());
      EXPECT_FALSE(error.why.empty());
      return nullptr;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, TrafficContract, testing::ValuesIn(Patterns::names()),
                         [](auto const& name) { return name.param; });

TEST_P(TrafficContract, HasANameAndDocumentation) {
  EXPECT_FALSE(pattern.name.empty());
  EXPECT_GT(pattern.doc.size(), 80u);
}

TEST_P(TrafficContract, IsCreatedFromItsSpec) {
  on_each_instance([](Instance const& instance, TrafficContext const& context, Traffic const& traffic) {
    EXPECT_EQ(all_destinations(*make_traffic(Spec::parse(instance.spec), context)),
              all_destinations(traffic));
  });
}

TEST_P(TrafficContract, CountsMatchTheMessages) {
  on_each_instance([](Instance const&, TrafficContext const& context, Traffic const& traffic) {
    ASSERT_EQ(traffic.num_terminals(), context.num_terminals);
    auto const sent = sent_messages(traffic);
    EXPECT_EQ(std::accumulate(sent.begin(), sent.end(), std::uint64_t{0}), traffic.num_messages());
    bool const same = std::ranges::count(sent, sent[0]) == std::ssize(sent);
    EXPECT_EQ(traffic.uniform_messages(), same ? sent[0] : 0);
  });
}

TEST_P(TrafficContract, DestinationsAreTerminals) {
  on_each_instance([](Instance const&, TrafficContext const&, Traffic const& traffic) {
    for (auto const to : all_destinations(traffic)) ASSERT_LT(to, traffic.num_terminals());
  });
}

TEST_P(TrafficContract, DestinationsDoNotDependOnBatchSizes) {
  on_each_instance([](Instance const&, TrafficContext const&, Traffic const& traffic) {
    auto const all = all_destinations(traffic);
    Rng draw(1, Purpose::test, 0);
    for (std::uint64_t const longest : {1u, 40u, 700u}) {
      std::vector<std::uint32_t> joined;
      for (std::uint64_t e = 0, size = 0; e < traffic.num_terminals(); e += size) {
        size = std::min(draw.below(longest) + 1, traffic.num_terminals() - e);
        auto const batch = destinations_of(traffic, static_cast<std::uint32_t>(e), size);
        joined.insert(joined.end(), batch.begin(), batch.end());
      }
      ASSERT_EQ(joined, all) << longest;
    }
  });
}

TEST_P(TrafficContract, SingleDestinationsMatchBatches) {
  on_each_instance([](Instance const&, TrafficContext const&, Traffic const& traffic) {
    for (std::uint32_t e = 0; e < traffic.num_terminals(); e += 1 + e / 3) {
      auto const all = destinations_of(traffic, e, 1);
      for (std::uint64_t k = 0; k < all.size(); k += 1 + k / 3)
        ASSERT_EQ(traffic.nth_destination({e}, k), all[k]);
    }
  });
}

TEST_P(TrafficContract, ReceivesAndSendsEqualNumbersOfMessagesIfBalanced) {
  on_each_instance([](Instance const& instance, TrafficContext const&, Traffic const& traffic) {
    if (!instance.balanced) return;
    EXPECT_EQ(received_messages(traffic), sent_messages(traffic));
  });
}

TEST_P(TrafficContract, DependsOnlyOnTheSeed) {
  on_each_instance([](Instance const& instance, TrafficContext context, Traffic const& traffic) {
    auto const all = all_destinations(traffic);
    EXPECT_EQ(all_destinations(*instance.make(context)), all);
    ++context.seed;
    auto const other = all_destinations(*instance.make(context));
    if (!instance.random) {
      EXPECT_EQ(other, all);
    } else if (context.num_terminals >= 16) {
      EXPECT_NE(other, all);
    }
  });
}

}  // namespace
}  // namespace weft
