// SPDX-License-Identifier: Apache-2.0
#include "weft/core/param.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

enum class Layout { folded, plain };

struct Example {
  struct Params {
    Sides sides{8, 8};
    std::uint32_t concentration = 1;
    std::int64_t seed = 1;
    double loss = 0;
    bool doubled = false;
    std::string file;
    Layout layout = Layout::folded;
    friend bool operator==(Params const&, Params const&) = default;
  };
  static constexpr std::string_view name = "example";
  static constexpr std::tuple schema{
      param("sides", &Params::sides, Range{2, 4096}, "routers along each dimension"),
      param("concentration", &Params::concentration, Range{1, 256}, "terminals"),
      param("seed", &Params::seed, "seed"),
      param("loss", &Params::loss, Range{0, 1}, "lost messages", "1"),
      param("doubled", &Params::doubled, "two links in dimensions of side 2"),
      param("file", &Params::file, "a file"),
      param("layout", &Params::layout, "where routers stand")};
  Params const& params() const { return values; }
  Params values;
};

}  // namespace

template <>
inline constexpr EnumValue<Layout> enum_values<Layout>[] = {
    {"folded", Layout::folded, "wrap links are short"},
    {"plain", Layout::plain, "wrap links cross the machine"}};

namespace {

Example::Params read(std::string_view text) {
  return read_params<Example::Params>(Example::schema, Spec::parse(text));
}

std::string rejection(std::string_view text) {
  return complaint_of([&] { read(text); });
}

std::string parameter_of_complaint(std::string_view text) {
  return rejection_of([&] { read(text); }).value().parameter;
}

TEST(ReadParamsTest, ErrorsContainTheirParameter) {
  for (auto const* const wrong : {"concentration=x", "concentration=0", "concentration=1,concentration=2"})
    EXPECT_EQ(parameter_of_complaint("example:" + std::string(wrong)), "concentration") << wrong;
  for (auto const* const wrong :
       {"loss=a", "loss=2", "seed=0.5", "doubled=maybe", "layout=round", "sides=8y8", "shape=1"})
    EXPECT_EQ(parameter_of_complaint("example:" + std::string(wrong)),
              std::string(wrong).substr(0, std::string(wrong).find('=')));
}

TEST(ReadParamsTest, ReadsListsWithCommasOrX) {
  EXPECT_EQ(read("example:sides=8,16,4").sides, (Sides{8, 16, 4}));
  EXPECT_EQ(read_numbers("rates", "0.1,0.2x0.4"), (Numbers{0.1, 0.2, 0.4}));
}

TEST(ReadNumbersTest, ReadsAnEvenlySpacedRangeWithBothEnds) {
  EXPECT_EQ(read_numbers("rates", "0.1..0.5x5"), (Numbers{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(read_numbers("rates", "0.1..0.5"), (Numbers{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(read_numbers("rates", "0.05,0.1..0.3x3,0.9x1"), (Numbers{0.05, 0.1, 0.2, 0.3, 0.9, 1}));
  EXPECT_EQ(read_numbers("rates", "0..1x4"), (Numbers{0, 0.333333333333, 0.666666666667, 1}));
  for (auto const* wrong :
       {"0.5..0.1", "0.1..0.1x3", "0.1..0.5x1", "0.1..", "..0.5", "0.1..0.5x2.5", "0.1,", ""})
    EXPECT_NE(complaint_of([&] { read_numbers("rates", wrong); }), "none") << wrong;
}

struct Sized {
  struct Params {
    double loss = 0;
    Sides sides{2};
    std::int64_t a = 0, b = 0;
  };
  static constexpr std::tuple schema{param("loss", &Params::loss, "lost"),
                                     param("sides", &Params::sides, "routers").size(),
                                     param("a", &Params::a, "a"), param("b", &Params::b, "b")};
};

TEST(ReadParamsTest, AssignsAValueWithoutANameToTheSize) {
  EXPECT_EQ(read_params<Sized::Params>(Sized::schema, Spec::parse("net:4x4,a=3")).sides, (Sides{4, 4}));
  auto const rejected = [](char const* text) {
    return complaint_of([&] { read_params<Sized::Params>(Sized::schema, Spec::parse(text)); });
  };
  EXPECT_EQ(rejected("net:sides"), "net:sides ('sides' has no value); write net:sides=..");
  EXPECT_EQ(rejected("net:4x4,sides=3"), "net specifies 'sides' twice");
  EXPECT_EQ(rejection("example:5"),
            "example:5 (a value needs the name of its parameter); valid: sides, "
            "concentration, seed, loss, doubled, file, layout");
}

TEST(ReadParamsTest, AssignsAValueWithoutANameToTheFirstOfFewParameters) {
  struct Few {
    std::int64_t by = 1;
  };
  EXPECT_EQ(read_params<Few>(std::tuple{param("by", &Few::by, "steps")}, Spec::parse("shift:3")).by, 3);
}

struct Other {
  std::int64_t size = 1;
};
template <class P, class Schema>
concept ReadableBy = requires(Schema const& schema, Spec const& spec) { read_params<P>(schema, spec); };

TEST(ReadParamsTest, AcceptsOnlyTheSchemaOfTheStruct) {
  static_assert(ReadableBy<Example::Params, decltype(Example::schema)>);
  static_assert(!ReadableBy<Other, decltype(Example::schema)>);
}

TEST(ReadParamsTest, ReadsDefaultsAndEveryType) {
  EXPECT_EQ(read("example"), Example::Params{});
  Example::Params const params = read(
      "example:sides=2^3x16x4,concentration=1e2,seed=-5,loss=0.25,doubled=true,"
      "file=\"a,b\",layout=plain");
  EXPECT_EQ(params, (Example::Params{{8, 16, 4}, 100, -5, 0.25, true, "a,b", Layout::plain}));
}

TEST(ReadParamsTest, ErrorsAreOneLine) {
  EXPECT_EQ(rejection("example:sides=1"), "sides=1 (must be in [2, 4096])");
  EXPECT_EQ(rejection("example:sides=8x1"), "sides=8x1 (must be in [2, 4096])");
  EXPECT_EQ(rejection("example:sides=8x"),
            "sides=8x (must be whole numbers separated by x or commas, like 8x8x4)");
  EXPECT_EQ(rejection("example:concentration=-1"), "concentration=-1 (must be in [1, 256])");
  EXPECT_EQ(rejection("example:concentration=two"), "concentration=two (must be a whole number)");
  EXPECT_EQ(rejection("example:concentration=1.5"), "concentration=1.5 (must be a whole number)");
  EXPECT_EQ(rejection("example:seed=2^70"), "seed=2^70 (too large)");
  EXPECT_EQ(rejection("example:seed=99999999999999999999"), "seed=99999999999999999999 (too large)");
  EXPECT_EQ(rejection("example:loss=nan"),
            "loss=nan (must be a number, like 0.5, 1e6, 2^20, 64k or 1000^(1/3))");
  EXPECT_EQ(rejection("example:loss=1.5"), "loss=1.5 (must be in [0, 1])");
  EXPECT_EQ(rejection("example:doubled=maybe"), "doubled=maybe (must be true or false)");
  EXPECT_EQ(rejection("example:layout=flded"),
            "layout=flded (must be folded or plain); did you mean 'folded'?");
  EXPECT_EQ(rejection("example:sids=8x8"), "example has no parameter 'sids'; did you mean 'sides'?");
  EXPECT_EQ(rejection("example:seed=1,seed=2"), "example specifies 'seed' twice");
}

TEST(ReadParamsTest, RejectsAMissingRequiredParameter) {
  struct Reader {
    std::string file;
  };
  constexpr std::tuple schema{param("file", &Reader::file, "path").required()};
  EXPECT_EQ(read_params<Reader>(schema, Spec::parse("goal:file=a")).file, "a");
  for (auto const& spec : {Spec{"goal", {}}, Spec{"goal", {{"file", ""}}}})
    EXPECT_EQ(complaint_of([&] { read_params<Reader>(schema, spec); }),
              "goal needs parameter 'file'; specify goal:file=..");
}

TEST(ReadParamsTest, AcceptsAliasesAndFormerNames) {
  struct Router {
    std::int64_t vcs = 1, max_cycles = 0;
  };
  constexpr std::tuple schema{param("vcs", &Router::vcs, "virtual channels").also("num_vcs n_vcs"),
                              param("max_cycles", &Router::max_cycles, "limit").formerly("max_cycles")};
  for (auto const* const text :
       {"router:vcs=2,max_cycles=9", "router:num_vcs=2,max_cycles=9", "router:max_cycles=9,n_vcs=2"}) {
    auto const params = read_params<Router>(schema, Spec::parse(text));
    EXPECT_EQ(params.vcs, 2) << text;
    EXPECT_EQ(params.max_cycles, 9) << text;
  }
  EXPECT_EQ(complaint_of([&] { read_params<Router>(schema, Spec::parse("router:vcs=2,num_vcs=3")); }),
            "router specifies 'vcs' twice");
  EXPECT_EQ(complaint_of([&] { read_params<Router>(schema, Spec::parse("router:num_vcs=x")); }),
            "vcs=x (must be a whole number)");
  EXPECT_THROW(read_params<Router>(schema, Spec::parse("router:num=2")), InputError);
  auto const docs = describe_params(schema);
  EXPECT_EQ(docs[0].doc, "virtual channels; alias: num_vcs, n_vcs");
  EXPECT_EQ(docs[1].doc, "limit");
}

TEST(ReadParamsTest, RejectsArgumentsOfAStructWithoutParameters) {
  struct None {};
  EXPECT_NO_THROW(read_params<None>(std::tuple{}, Spec{"uniform", {}}));
  EXPECT_EQ(complaint_of([] {
              read_params<None>(std::tuple{}, Spec{"uniform", {{"a", "1"}}});
            }),
            "uniform has no parameter 'a' (no parameters are supported)");
}

TEST(WriteParamsTest, WritesChangedOrAllParameters) {
  Example example;
  example.values.sides = {4};
  example.values.layout = Layout::plain;
  EXPECT_EQ(to_spec(example).to_string(), "example:sides=4,layout=plain");
  EXPECT_EQ(to_spec<Example>({}).to_string(), "example");
  EXPECT_EQ(to_spec<Example>({}, true).to_string(),
            "example:sides=8x8,concentration=1,seed=1,loss=0,doubled=false,file=\"\",layout=folded");
}

TEST(WriteParamsTest, WritesSizesWithDefaultValues) {
  struct Box {
    std::int64_t side = 2, seed = 1;
  };
  std::tuple const schema{param("side", &Box::side, "").size(), param("seed", &Box::seed, "")};
  EXPECT_EQ(write_params(schema, Box{}, false), (std::vector<Spec::Argument>{{"side", "2"}}));
}

TEST(DescribeParamsTest, DescribesAllPropertiesAsText) {
  std::vector<ParamDoc> const docs = describe_params(Example::schema);
  ASSERT_EQ(docs.size(), 7u);
  EXPECT_EQ(docs[0].name, "sides");
  EXPECT_EQ(docs[0].type, "sides");
  EXPECT_EQ(docs[0].default_value, "8x8");
  EXPECT_EQ(docs[0].range, "in [2, 4096]");
  EXPECT_EQ(docs[3].unit, "1");
  EXPECT_EQ(docs[6].type, "choice");
  ASSERT_EQ(docs[6].values.size(), 2u);
  EXPECT_EQ(docs[6].values[1].second, "wrap links cross the machine");
}

RC_GTEST_PROP(ParamsProperty, RoundTripsParams, ()) {
  Example::Params params;
  params.sides = *rc::gen::nonEmpty(rc::gen::container<Sides>(rc::gen::inRange<std::int64_t>(2, 4097)));
  params.concentration = *rc::gen::inRange(1u, 257u);
  params.seed = *rc::gen::arbitrary<std::int64_t>();
  params.loss = *rc::gen::inRange(0, 1000001) / 1e6;
  params.doubled = *rc::gen::arbitrary<bool>();
  params.file = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab9,=:\"\\[] x")));
  params.layout = *rc::gen::element(Layout::folded, Layout::plain);
  bool const all = *rc::gen::arbitrary<bool>();
  RC_ASSERT(read(to_spec<Example>(params, all).to_string()) == params);
}

}  // namespace
}  // namespace weft
