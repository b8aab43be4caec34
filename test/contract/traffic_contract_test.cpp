// What every traffic pattern must keep, on its default parameters and each of its samples.

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {
namespace {

template <class>
struct AsTypes;
template <class... Ts>
struct AsTypes<Catalog<Ts...>> {
  using type = testing::Types<Ts...>;
};

template <TrafficPattern P>
class TrafficContract : public testing::Test {
 protected:
  /// Calls check(params, context, traffic) for every instance that the pattern does not refuse.
  template <class Check>
  static void on_each_instance(Check check) {
    auto all = P::samples();
    if constexpr (requires(typename P::Params params) { params.file; })
      all.push_back({.file = WEFT_SOURCE_DIR "/test/data/messages.txt"});
    else
      all.insert(all.begin(), typename P::Params{});
    for (auto const& params : all) {
      int served = 0;
      for (std::uint64_t const terminals : {1u, 2u, 3u, 16u, 27u, 1000u, 1024u})
        for (std::uint64_t const messages : {1u, 3u}) {
          TrafficContext const context{.num_terminals = terminals, .messages = messages, .seed = 7};
          auto const traffic = make_or_refuse(params, context);
          if (!traffic) continue;
          SCOPED_TRACE(to_spec<P>(params).to_string() + " on " + std::to_string(terminals) + " terminals");
          check(params, context, *traffic);
          if (testing::Test::HasFatalFailure()) return;
          ++served;
        }
      EXPECT_GT(served, 0) << to_spec<P>(params).to_string() << " serves no number of terminals";
    }
  }

 private:
  static TrafficPtr make_or_refuse(typename P::Params const& params, TrafficContext const& context) {
    try {
      return make_traffic<P>(params, context);
    } catch (InputError const& error) {
      EXPECT_FALSE(error.problem.empty());
      EXPECT_FALSE(error.why.empty());
      return nullptr;
    }
  }
};
TYPED_TEST_SUITE(TrafficContract, AsTypes<Patterns>::type);

TYPED_TEST(TrafficContract, SaysWhatItIs) {
  EXPECT_FALSE(TypeParam::name.empty());
  EXPECT_GT(TypeParam::doc.size(), 80u);
}

TYPED_TEST(TrafficContract, IsMadeFromItsSpec) {
  this->on_each_instance([](auto const& params, auto const& context, Traffic const& traffic) {
    auto const spec = Spec::parse(to_spec<TypeParam>(params, true).to_string());
    EXPECT_EQ(all_destinations(*make_traffic(spec, context)), all_destinations(traffic));
  });
}

TYPED_TEST(TrafficContract, CountsAgree) {
  this->on_each_instance([](auto const&, TrafficContext const& context, Traffic const& traffic) {
    ASSERT_EQ(traffic.num_terminals(), context.num_terminals);
    auto const sent = sent_messages(traffic);
    EXPECT_EQ(std::accumulate(sent.begin(), sent.end(), std::uint64_t{0}), traffic.num_messages());
    bool const same = std::ranges::count(sent, sent[0]) == std::ssize(sent);
    EXPECT_EQ(traffic.uniform_messages(), same ? sent[0] : 0);
  });
}

TYPED_TEST(TrafficContract, DestinationsAreTerminals) {
  this->on_each_instance([](auto const&, auto const&, Traffic const& traffic) {
    for (auto const to : all_destinations(traffic)) ASSERT_LT(to, traffic.num_terminals());
  });
}

TYPED_TEST(TrafficContract, BatchesAgree) {
  this->on_each_instance([](auto const&, auto const&, Traffic const& traffic) {
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

TYPED_TEST(TrafficContract, SingleDestinationsAgree) {
  this->on_each_instance([](auto const&, auto const&, Traffic const& traffic) {
    for (std::uint32_t e = 0; e < traffic.num_terminals(); e += 1 + e / 3) {
      auto const all = destinations_of(traffic, e, 1);
      for (std::uint64_t k = 0; k < all.size(); k += 1 + k / 3)
        ASSERT_EQ(traffic.nth_destination({e}, k), all[k]);
    }
  });
}

TYPED_TEST(TrafficContract, ReceivesWhatItSendsWherePromised) {
  this->on_each_instance([](auto const& params, auto const&, Traffic const& traffic) {
    if (!TypeParam::balanced(params)) return;
    EXPECT_EQ(received_messages(traffic), sent_messages(traffic));
  });
}

TYPED_TEST(TrafficContract, DependsOnTheSeedAlone) {
  this->on_each_instance([](auto const& params, TrafficContext context, Traffic const& traffic) {
    auto const all = all_destinations(traffic);
    EXPECT_EQ(all_destinations(*make_traffic<TypeParam>(params, context)), all);
    ++context.seed;
    auto const other = all_destinations(*make_traffic<TypeParam>(params, context));
    if (!TypeParam::random(params)) {
      EXPECT_EQ(other, all);
    } else if (context.num_terminals >= 16) {
      EXPECT_NE(other, all);
    }
  });
}

}  // namespace
}  // namespace weft
