// SPDX-License-Identifier: Apache-2.0
#include "support/clex_reference.hpp"

#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/list_traffic.hpp"
#include "support/spelled.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_recursion.hpp"

namespace weft::rounds {
namespace {

enum class Relation { uniform, rotation, one_target, unequal, sparse, empty, to_self, own_clique };

struct Case {
  std::uint32_t m = 2, levels = 1;
  bool low_landing = true, single_link = false;
  ClexOptions options;
  Relation relation = Relation::uniform;
  std::uint32_t load = 1;
  std::uint64_t seed = 1;

  ClexMachine machine() const { return {m, levels, low_landing, single_link}; }
};

std::ostream& operator<<(std::ostream& out, Case const& c) {
  return out << "m=" << c.m << " levels=" << c.levels << (c.low_landing ? " low" : " high")
             << (c.single_link ? " single" : " full") << " mode=" << static_cast<int>(c.options.mode)
             << " accept=" << static_cast<int>(c.options.accept)
             << " copies=" << static_cast<int>(c.options.copies) << " count=" << c.options.copy_count
             << " factor=" << c.options.copy_factor << " error=" << c.options.estimate_error
             << " every=" << c.options.estimate_period << " subset=" << static_cast<int>(c.options.subset)
             << " redistribute=" << c.options.redistribute << " direct=" << c.options.direct
             << " relation=" << static_cast<int>(c.relation) << " load=" << c.load << " seed=" << c.seed;
}

ListTraffic traffic_of(Case const& c) {
  auto const n = static_cast<std::uint32_t>(c.machine().nodes());
  Rng rng{c.seed, Purpose::test, 0};
  std::vector<std::vector<std::uint32_t>> list(n);
  auto const any = [&] { return static_cast<std::uint32_t>(rng.below(n)); };
  for (std::uint32_t e = 0; e < n; ++e) {
    switch (c.relation) {
      case Relation::uniform:
        for (std::uint32_t k = 0; k < c.load; ++k) list[e].push_back(any());
        break;
      case Relation::rotation: list[e].assign(c.load, (e + 1 + n / 2) % n); break;
      case Relation::one_target: list[e].assign(1, n / 3); break;
      case Relation::unequal:
        for (auto k = rng.below(2 * c.load + 1); k > 0; --k) list[e].push_back(any());
        break;
      case Relation::sparse:
        if (rng.below(20) == 0) list[e].assign(c.load, any());
        break;
      case Relation::empty: break;
      case Relation::to_self: list[e].assign(c.load, e); break;
      case Relation::own_clique:
        for (std::uint32_t k = 0; k < c.load; ++k)
          list[e].push_back(e / c.m * c.m + static_cast<std::uint32_t>(rng.below(c.m)));
        break;
    }
  }
  return ListTraffic{std::move(list)};
}

/// The result of a run as text: the measures and, by clique, the messages in order (node, target, rounds,
/// hops, time).
struct Outcome {
  ClexMeasures measures;
  std::vector<std::vector<std::array<std::uint64_t, 5>>> delivered;
};

using Message = TrackedMessage<std::uint32_t>;

/// Returns times in which a round of level 1 takes 1 us, and a round of each higher level 1000 times as long
/// as on the level below.
RoundTimes times() {
  return RoundTimes({.alpha_ns = {1e3, 1e6, 1e9, 1e12}, .beta_ns_per_meter = 0}, std::vector<double>(4));
}

Outcome reference(Case const& c, Traffic const& traffic) {
  ClexReference<Message> run{c.machine(), c.options, c.seed, traffic, times()};
  Outcome outcome{run.run(), std::vector<std::vector<std::array<std::uint64_t, 5>>>(c.machine().cliques())};
  for (std::size_t clique = 0; clique < outcome.delivered.size(); ++clique) {
    auto const& in = run.delivered()[clique];
    for (std::size_t i = 0; i < in.message.size(); ++i)
      outcome.delivered[clique].push_back({in.message[i].destination, in.place[i], in.message[i].rounds,
                                           in.message[i].hops, in.message[i].time_ps});
  }
  return outcome;
}

template <class Offset>
Outcome fast(Case const& c, Traffic const& traffic, unsigned threads) {
  Threads const limit{threads};
  auto const make_clique = [&] { return Clique<Message>(c.m, c.options, c.machine().nodes()); };
  ClexRecursion<Message, Offset, Clique<Message>> run{c.machine(), c.options, c.seed, traffic, make_clique};
  Outcome outcome;
  outcome.delivered.resize(c.machine().cliques());
  run.set_lengths(
      {c.m, {}, times().round_ps(0)}, [](std::uint64_t, std::uint64_t) { return 0.0F; }, times());
  run.set_sink([&](std::uint64_t clique, CliqueInput<Message> const& in, unsigned) {
    for (std::size_t i = 0; i < in.size; ++i)
      outcome.delivered[clique].push_back({clique * c.m + in.target[i], in.target[i], in.message[i].rounds,
                                           in.message[i].hops, in.message[i].time_ps});
  });
  outcome.measures = run.run();
  return outcome;
}

void expect_agreement(Case const& c) {
  SCOPED_TRACE(testing::PrintToString(c));
  ListTraffic const traffic = traffic_of(c);
  Outcome const naive = reference(c, traffic);
  for (unsigned const threads : {1U, 2U, 7U}) {
    Outcome const quick =
        threads == 2 ? fast<std::uint32_t>(c, traffic, threads) : fast<std::uint16_t>(c, traffic, threads);
    ASSERT_EQ(spelled(naive.measures), spelled(quick.measures)) << threads << " threads";
    ASSERT_EQ(naive.delivered, quick.delivered) << threads << " threads";
  }
}

std::uint32_t max_levels(std::uint32_t m) { return m <= 6 ? 4 : m <= 9 ? 3 : m <= 33 ? 2 : 1; }

rc::Gen<Case> any_case() {
  return rc::gen::exec([] {
    Case c;
    c.m = *rc::gen::element(1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 31, 64, 65, 70);
    c.levels = *rc::gen::inRange<std::uint32_t>(1, max_levels(c.m) + 1);
    c.low_landing = *rc::gen::arbitrary<bool>();
    c.single_link = *rc::gen::element(false, false, true);
    c.options.mode = *rc::gen::element(Mode::dense, Mode::light);
    c.options.accept = *rc::gen::element(Accept::random, Accept::first_come);
    c.options.copies = *rc::gen::element(Copies::literal, Copies::fixed, Copies::growth);
    c.options.copy_count = *rc::gen::inRange<std::uint32_t>(1, 12);
    c.options.copy_factor = *rc::gen::element(0.6, 1.0, 7.5);
    if (c.options.copies == Copies::literal) {
      c.options.estimate_error = *rc::gen::element(0.0, 0.3, 3.0);
      c.options.estimate_period = *rc::gen::element(1U, 2U, 100U);
    }
    c.options.subset = *rc::gen::element(Subset::independent, Subset::pooled);
    c.options.redistribute = *rc::gen::inRange<std::uint32_t>(0, c.levels + 1);
    c.options.direct = *rc::gen::element(true, true, false);
    c.relation = static_cast<Relation>(*rc::gen::inRange(0, 8));
    c.load = *rc::gen::element(1U, 2U, c.m, 2 * c.m + 1);
    c.seed = *rc::gen::arbitrary<std::uint64_t>();
    return c;
  });
}

RC_GTEST_PROP(ClexReference, MatchesTheFastExecutionBitForBit, ()) {
  expect_agreement(*any_case());
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(ClexReference, MatchesForEveryCombinationOfOptions) {
  for (auto const mode : {Mode::dense, Mode::light})
    for (auto const accept : {Accept::random, Accept::first_come})
      for (auto const copies : {Copies::literal, Copies::fixed, Copies::growth})
        for (auto const subset : {Subset::independent, Subset::pooled})
          for (bool const low : {true, false})
            for (bool const single : {true, false})
              for (bool const direct : {true, false}) {
                ClexOptions const options{.mode = mode,
                                          .accept = accept,
                                          .copies = copies,
                                          .copy_count = 3,
                                          .subset = subset,
                                          .redistribute = low ? 0U : 2U,
                                          .direct = direct};
                expect_agreement({5, 3, low, single, options, Relation::uniform, 7, 99});
                if (HasFatalFailure()) return;
              }
}

TEST(ClexReference, MatchesOnFourLevelsAndOnCliquesLargerThanAWord) {
  Case c{9, 4, true, false, {}, Relation::uniform, 4, 5};
  expect_agreement(c);
  c.low_landing = false;
  expect_agreement(c);
  c = {65, 2, true, false, {}, Relation::uniform, 9, 6};
  expect_agreement(c);
  c.low_landing = false;
  c.options.mode = Mode::light;
  expect_agreement(c);
  c = {6, 4, false, true, {}, Relation::unequal, 11, 7};
  expect_agreement(c);
}

}  // namespace
}  // namespace weft::rounds
