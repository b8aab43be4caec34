// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/session.hpp"

#include <algorithm>
#include <new>

#include "explore/asking.hpp"
#include "support/scratch.hpp"
#include "support/verb_samples.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/schema.hpp"
#include "weft/verb/verb.hpp"
#include "weft/version.hpp"

namespace weft::explore {
namespace {

using Json = nlohmann::json;

TEST(Session, MatchesTheLibraryForEveryVerb) {
  for (auto const& sample : test::verb_samples()) {
    auto const request = sample.to_string();
    auto const bundle = ask(request, true);
    ASSERT_FALSE(bundle.header.contains("error")) << request << ": " << bundle.header["error"];
    auto const experiment = verb::assemble(sample);
    auto const result = experiment->run();
    auto expected = Json::parse(result_json(result)), got = bundle.header["result"];
    EXPECT_EQ(got["run"], expected["run"]) << request;
    EXPECT_EQ(got["verb"], sample.name);
    EXPECT_EQ(bundle.header["met"], experiment->meets_requirement(result));
    EXPECT_EQ(got["tables"].size(), expected["tables"].size()) << request;
    EXPECT_EQ(bundle.header["figures"].size(), verb::figures_of(result).size()) << request;
    EXPECT_EQ(bundle.header.contains("document"), experiment->document().has_value()) << request;
    ASSERT_EQ(bundle.arrays.size(), result.arrays.size()) << request;
    for (auto const& array : result.arrays) ASSERT_EQ(bundle.values(array.name).size(), array.size());
  }
}

TEST(Session, ReturnsFiguresOnRequest) {
  auto const request = "load:topology=\"torus:sides=4x4\"";
  EXPECT_TRUE(ask(request).header["figures"].empty());
  auto const figures = ask(request, true).header["figures"];
  ASSERT_FALSE(figures.empty());
  bool has_chart = false;
  for (auto const& figure : figures) {
    EXPECT_TRUE(figure["svg"].get<std::string>().starts_with("<svg")) << figure["name"];
    EXPECT_FALSE(figure["alt"].get<std::string>().empty()) << figure["name"];
    has_chart |= figure.contains("vega") && figure["vega"].contains("$schema");
  }
  EXPECT_TRUE(has_chart);
}

TEST(Session, ListsChannelLoadsAsAnArrayInTheHeader) {
  auto const bundle = ask("load:topology=\"torus:sides=4x4\"");
  auto const& arrays = bundle.header["arrays"];
  auto const load = std::ranges::find_if(arrays, [](Json const& it) { return it["name"] == "channel_load"; });
  ASSERT_NE(load, arrays.end());
  EXPECT_EQ((*load)["shape"], Json{64});
  EXPECT_EQ(bundle.values("channel_load").size(), 64U);
}

TEST(Session, ReturnsDocuments) {
  auto const document = ask("export:topology=\"ring:routers=4\",format=graphml").header["document"];
  EXPECT_NE(document["content"].get<std::string>().find("<graphml"), std::string::npos);
}

TEST(Session, ReportsTheParameterOfInvalidInput) {
  auto const error = ask("show:topologi=torus").header["error"];
  EXPECT_EQ(error["kind"], "input");
  EXPECT_EQ(error["suggestion"], "did you mean 'topology'?");
  auto const value = ask("simulate:messages=-1").header["error"];
  EXPECT_EQ(value["parameter"], "messages");
  EXPECT_NE(value["text"].get<std::string>().find(value["why"].get<std::string>()), std::string::npos);
  EXPECT_EQ(ask("show:topology=").header["error"]["kind"], "input");
  EXPECT_EQ(ask("").header["error"]["kind"], "input");
}

TEST(Session, SuggestsTheNearestNameForAnUnknownRequest) {
  auto const error = ask("sweeep:topology=torus").header["error"];
  EXPECT_EQ(error["problem"], "unknown request 'sweeep'");
  EXPECT_EQ(error["suggestion"], "did you mean 'sweep'?");
}

TEST(Session, SchemaMatchesTheCommandLine) {
  auto const header = ask("schema").header;
  EXPECT_EQ(header["schema"], Json::parse(verb::schema_json()));
  EXPECT_EQ(header["version"], std::string(version));
  EXPECT_EQ(ask("schema:verb=show").header["error"]["kind"], "input");
}

TEST(Session, NamesTheArgumentsOfSpecs) {
  auto const named = [](std::string const& kind, std::string const& text) {
    auto const header = ask("spec:kind=\"" + kind + "\",text=\"" + text + "\"").header;
    return header.contains("text") ? header["text"].get<std::string>()
                                   : header["error"]["text"].get<std::string>();
  };
  EXPECT_EQ(named("topologies", "torus:8x8"), "torus:sides=8x8");
  EXPECT_EQ(named("topologies", "torus:8,8,concentration=2"), "torus:sides=\"8,8\",concentration=2");
  EXPECT_EQ(named("topologies", "kary_ntree:4x3"), "kary_ntree:arity=4,levels=3");
  EXPECT_EQ(named("topologies", "dragonfly:4"), "dragonfly:p=4,a=8,h=4");
  EXPECT_EQ(named("topologies", "dragonfly+:2"), "dragonfly_plus:p=2,leaves=2,spines=2,h=2");
  EXPECT_EQ(named("topologies", "slim-fly:5"), "slim_fly:q=5");
  EXPECT_EQ(named("topologies", "torus"), "torus");
  EXPECT_EQ(named("routings", "dor"), "dimension_order");
  EXPECT_EQ(named("routings", "minimal:over=graph"), "minimal:structure=graph");
  EXPECT_EQ(named("engines", "flit:num_vcs=2,rate=0.1"), "flit:vcs=2,rate=0.1");
  EXPECT_EQ(named("traffic patterns", "halo"), "halo") << "a pattern of communication is traffic, too";
  EXPECT_NE(named("topologies", "torsu:8x8").find("did you mean 'torus'?"), std::string::npos);
  EXPECT_NE(named("topologies", "torus:side=8x8").find("did you mean 'sides'?"), std::string::npos);
  EXPECT_EQ(ask("spec:kind=routing,text=minimal").header["error"]["parameter"], "kind");
  EXPECT_EQ(ask("spec:kind=routings").header["error"]["parameter"], "text");
}

TEST(Session, CachesTheLastTwoNetworks) {
  Session session;
  auto const networks_for = [&](std::string const& request) {
    auto const before = networks_made().load();
    EXPECT_FALSE(test::read_bundle(session.answer(request, false)).header.contains("error")) << request;
    return networks_made().load() - before;
  };
  EXPECT_EQ(networks_for("scene:topology=torus"), 1U);
  EXPECT_EQ(networks_for("router:topology=torus,router=3"), 0U);
  EXPECT_EQ(networks_for("paths:topology=torus,from=1,to=3"), 0U);
  EXPECT_EQ(networks_for("router:topology=torus,router=3,fail=1-2"), 1U);
  EXPECT_EQ(networks_for("router:topology=torus,router=4"), 0U);
  EXPECT_EQ(networks_for("router:topology=mesh,router=4"), 1U);
  EXPECT_EQ(networks_for("router:topology=torus,router=4"), 0U);
  EXPECT_EQ(networks_for("router:topology=torus,router=3,fail=1-2"), 1U);
}

TEST(Session, RereadsAChangedFile) {
  Scratch const scratch;
  auto const path = (scratch / "net.txt").string();
  auto const request = "router:topology=\"file:path=" + path + "\",router=0";
  Session session;
  auto const degree = [&](std::string const& edges) {
    write_file(path, edges);
    return test::read_bundle(session.answer(request, false)).header["router"]["ports"].size();
  };
  EXPECT_EQ(degree("0 1\n1 2\n"), 1U);
  EXPECT_EQ(degree("0 1\n1 2\n0 2\n"), 2U);
}

/// Stops the computation, as Ctrl-C does, or a page that no longer waits.
class Stop final : public Progress {
 public:
  void start(std::string_view, std::uint64_t, std::string_view) override { throw Interrupted(); }
  void finish() override {}

 private:
  void count(std::uint64_t) override { throw Interrupted(); }
};

TEST(Session, ReportsAStoppedComputation) {
  Session session;
  Stop stop;
  auto const stopped =
      test::read_bundle(session.answer("simulate:topology=\"torus:sides=4x4\",messages=1000", false, stop));
  EXPECT_EQ(stopped.header["error"]["kind"], "stopped");
  auto const next = test::read_bundle(session.answer("show:topology=torus", false));
  EXPECT_TRUE(next.header.contains("result"));
}

/// Simulates a failure in the code below.
class Fault final : public Progress {
 public:
  explicit Fault(bool memory) : memory_(memory) {}
  void start(std::string_view, std::uint64_t, std::string_view) override {
    if (memory_) throw std::bad_alloc();
    throw std::logic_error("a fault");
  }
  void finish() override {}

 private:
  void count(std::uint64_t) override {}
  bool memory_;
};

TEST(Session, ReportsInternalErrorsAndLackOfMemory) {
  Session session;
  Fault memory(true), fault(false);
  auto const request = "simulate:topology=\"torus:sides=4x4\",messages=10";
  EXPECT_EQ(test::read_bundle(session.answer(request, false, memory)).header["error"]["kind"], "memory");
  auto const error = test::read_bundle(session.answer(request, false, fault)).header["error"];
  EXPECT_EQ(error["kind"], "internal");
  EXPECT_EQ(error["text"], "a fault");
}

}  // namespace
}  // namespace weft::explore
