// SPDX-License-Identifier: Apache-2.0
#include "weft/report/explorer_page.hpp"

#include <array>

#include <gtest/gtest.h>

#include "weft/report/assets.hpp"
#include "weft/report/html.hpp"

namespace weft::report {
namespace {

constexpr std::array engines{ExplorerEngine::server, ExplorerEngine::module_inside,
                             ExplorerEngine::module_beside};

/// Returns the text between two marks.
std::string between(std::string const& text, std::string const& begin, std::string const& end) {
  auto const at = text.find(begin);
  if (at == std::string::npos) return {};
  return text.substr(at + begin.size(), text.find(end, at + begin.size()) - at - begin.size());
}

TEST(ExplorerPageTest, PolicyAllowsOnlyTheContentsOfThePage) {
  for (auto const engine : engines) {
    auto const page = explorer_page(engine);
    EXPECT_EQ(between(page.html, "Content-Security-Policy\" content=\"", "\""), page.policy);
    EXPECT_TRUE(page.policy.starts_with("default-src 'none'; ")) << page.policy;
    EXPECT_NE(page.policy.find("style-src " + hash_source(between(page.html, "<style>", "</style>"))),
              std::string::npos);
    EXPECT_EQ(page.policy.find("unsafe-inline"), std::string::npos);
    if (!has_explorer_script()) continue;
    EXPECT_NE(page.policy.find("script-src " + hash_source(between(page.html, "<script>", "</script>"))),
              std::string::npos);
  }
}

TEST(ExplorerPageTest, AllowsWasmOnlyInPagesWithTheModule) {
  auto const server = explorer_page(ExplorerEngine::server);
  EXPECT_EQ(server.policy.find("wasm"), std::string::npos);
  EXPECT_EQ(server.policy.find("worker"), std::string::npos);
  EXPECT_NE(server.policy.find("connect-src 'self'"), std::string::npos);
  EXPECT_NE(server.html.find("data-engine=\"server\""), std::string::npos);
  auto const inside = explorer_page(ExplorerEngine::module_inside);
  EXPECT_NE(inside.policy.find("'wasm-unsafe-eval'; worker-src blob:"), std::string::npos);
  EXPECT_NE(inside.policy.find("connect-src 'none'"), std::string::npos);
  EXPECT_NE(inside.html.find("data-engine=\"wasm\""), std::string::npos);
}

TEST(ExplorerPageTest, ContainsTheInitialLink) {
  auto const page = explorer_page(ExplorerEngine::module_inside, "load?topology=torus&see=\"room\"");
  EXPECT_NE(page.html.find(" data-link=\"load?topology=torus&amp;see=&quot;room&quot;\">"),
            std::string::npos);
  EXPECT_EQ(page.policy, explorer_page(ExplorerEngine::module_inside).policy);
}

TEST(ExplorerPageTest, IsAtMost2500KilobytesAsOneFile) {
  if (!has_explorer_module()) GTEST_SKIP() << "built without the module: ./run wasm";
  EXPECT_LE(explorer_page(ExplorerEngine::module_inside).html.size(), 2'500'000U);
}

TEST(ExplorerPageTest, EmbedsCompleteFiles) {
  EXPECT_TRUE(explorer_loader().starts_with("\"use strict\";"));
  EXPECT_TRUE(explorer_loader().ends_with("})();\n"));
}

}  // namespace
}  // namespace weft::report
