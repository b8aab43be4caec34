// SPDX-License-Identifier: Apache-2.0
#include "weft/core/catalog.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

struct Ring {
  struct Params {
    std::uint32_t size = 4;
  };
  static constexpr std::string_view name = "ring", doc = "routers in a cycle";
  static constexpr std::tuple schema{param("size", &Params::size, Range{3, 100}, "routers")};
  static void check(Params const& params) {
    if (params.size == 13) throw InputError("size = 13", "bad luck");
  }
  explicit Ring(Params const& params) : size(params.size) {}
  std::uint32_t size;
};

struct Star {
  struct Params {};
  static constexpr std::string_view name = "star", aliases[] = {"hub", "hub-and-spoke"};
  static constexpr std::tuple schema{};
  explicit Star(Params const&) {}
  std::uint32_t size = 1;
};

using Shapes = Catalog<Ring, Star>;

std::uint32_t size_of(std::string_view text) {
  return Shapes::pick(
      Spec::parse(text), [](auto const& shape) { return shape.size; }, "topology");
}

std::string catalog_complaint(std::string_view text) {
  return complaint_of([&] { size_of(text); });
}

TEST(CatalogTest, SelectsByNameAndReadsParameters) {
  EXPECT_EQ(size_of("ring"), 4u);
  EXPECT_EQ(size_of("ring:size=7"), 7u);
  EXPECT_EQ(size_of("star"), 1u);
}

TEST(CatalogTest, SelectsByAlias) {
  EXPECT_EQ(size_of("hub"), 1u);
  EXPECT_EQ(size_of("hub-and-spoke"), 1u);
  EXPECT_EQ(catalog_complaint("hub_and_spok"),
            "unknown topology 'hub_and_spok'; did you mean 'hub-and-spoke'?");
  EXPECT_EQ(Shapes::docs()[1].aliases, (std::vector<std::string>{"hub", "hub-and-spoke"}));
}

TEST(CatalogTest, RejectsUnknownNamesAndFailedChecks) {
  EXPECT_EQ(catalog_complaint("rign"), "unknown topology 'rign'; did you mean 'ring'?");
  EXPECT_EQ(catalog_complaint("hypercube"),
            "unknown topology 'hypercube'; valid: ring, star, hub, hub-and-spoke");
  EXPECT_EQ(catalog_complaint("ring:size=13"), "size = 13 (bad luck)");
  EXPECT_EQ(catalog_complaint("star:size=13"), "star has no parameter 'size' (no parameters are supported)");
}

TEST(CatalogTest, VisitorsMayReturnVoid) {
  std::uint32_t seen = 0;
  Shapes::pick(Spec::parse("ring:size=5"), [&](auto const& shape) { seen = shape.size; });
  EXPECT_EQ(seen, 5u);
}

TEST(CatalogTest, IteratesOverTypesAndDocs) {
  EXPECT_EQ(Shapes::names(), (std::vector<std::string>{"ring", "star"}));
  std::string all;
  Shapes::for_each([&]<class T>(std::type_identity<T>) { all += T::name; });
  EXPECT_EQ(all, "ringstar");
  auto const docs = Shapes::docs();
  EXPECT_EQ(docs[0].doc, "routers in a cycle");
  EXPECT_EQ(docs[0].params.at(0).default_value, "4");
  EXPECT_TRUE(docs[1].params.empty());
}

}  // namespace
}  // namespace weft
