// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/bundle.hpp"
#include "support/scratch.hpp"
#include "web/scenarios.hpp"
#include "weft/explore/session.hpp"

namespace weft {
namespace {

using Json = nlohmann::json;

std::filesystem::path const root = WEFT_SOURCE_DIR;

/// Returns the responses of the module in node, in order.
std::vector<Json> ask_module(std::vector<std::string> const& requests) {
  Scratch const scratch;
  std::ofstream file(scratch / "requests");
  for (auto const& request : requests) file << request << '\n';
  file.close();
  auto const command = "node '" + (root / "test/web/ask.mjs").string() + "' '" +
                       (root / "build/wasm/module").string() + "' '" + (scratch / "requests").string() +
                       "' > '" + (scratch / "answers").string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<Json> answers;
  std::ifstream lines(scratch / "answers");
  for (std::string line; std::getline(lines, line);) answers.push_back(Json::parse(line));
  return answers;
}

/// Returns the response of this program, in the form in which ask.mjs prints the responses of the module.
Json ask(explore::Session& session, std::string const& request) {
  auto bundle = test::read_bundle(session.answer(request, true));
  auto& values = bundle.header["values"] = Json::object();
  for (auto const& [name, numbers] : bundle.arrays) {
    auto& list = values[name] = Json::array();
    for (double const number : numbers) list.push_back(std::isfinite(number) ? Json(number) : Json());
  }
  return bundle.header;
}

/// Returns whether a metric is from a spectrum, by the text of its method.
bool is_spectral(Json const& method) {
  if (!method.is_string()) return false;
  auto const text = method.get<std::string>();
  return text.find("residual") != std::string::npos ||
         text.find("algebraic connectivity") != std::string::npos;
}

/// Rounds metrics from spectra, which Eigen sums in an order that depends on the processor. Removes metrics
/// that need a linear program, which the module cannot solve (docs/how-to/build-for-the-browser.md).
void remove_processor(Json& table) {
  auto& rows = table["rows"];
  if (table["name"] == "load_bounds")
    std::erase_if(rows.get_ref<Json::array_t&>(), [](Json const& row) {
      return row[0].is_string() && row[0].get<std::string>().starts_with("least_load");
    });
  if (table["name"] != "metrics") return;
  for (std::size_t i = rows.size(); i-- > 0;) {
    if (auto& method = rows[i][5]; is_spectral(method)) {
      for (auto& cell : rows[i])
        if (cell.is_number()) cell = fmt::format("{:.9g}", cell.get<double>());
      method = "spectrum";
    }
    if (rows[i][6] == "uniform_throughput" || rows[i][6] == "terminal_throughput") rows.erase(i);
  }
}

/// Removes the data about the machine, version and speed of the computation, the offsets of arrays in the
/// bundle, and figures of metrics, which show values that remove_processor changes.
void remove_circumstances(Json& answer) {
  for (auto& array : answer["arrays"]) array.erase("offset");
  if (!answer.contains("result")) return;
  auto& result = answer["result"];
  for (char const* key : {"host", "threads", "seconds", "version"}) result.erase(key);
  auto& tables = result["tables"];
  for (std::size_t i = tables.size(); i-- > 0;)
    if (tables[i]["name"] == "work") tables.erase(i);  // its memory
  for (auto& table : tables) remove_processor(table);
  std::erase_if(answer["figures"].get_ref<Json::array_t&>(),
                [](Json const& it) { return it["table"] == "metrics"; });
}

/// Returns whether a request is omitted because its responses differ, for a stated reason
/// (docs/how-to/build-for-the-browser.md).
bool is_left_out(std::string const& request) {
  constexpr std::array parts{"mapping=scotch",  // not in the module
                             "mapping=best",    // tries scotch
                             "balance:"};       // cbrt: glibc and musl differ in the last digit
  return std::ranges::any_of(parts,
                             [&](char const* part) { return request.find(part) != std::string::npos; });
}

/// Removes the pictures of networks with routers placed by eigenvectors.
void remove_free_placements(std::string const& request, Json& answer) {
  if (request.find("jellyfish") == std::string::npos && request.find("de_bruijn") == std::string::npos)
    return;
  auto const shows_network = [](Json const& file) {
    auto const name = file["name"].get<std::string>();
    return name.starts_with("network") || name == "path";
  };
  if (answer.contains("figures")) {
    auto& figures = answer["figures"];
    for (std::size_t i = figures.size(); i-- > 0;)
      if (shows_network(figures[i])) figures.erase(i);
  }
  if (answer.contains("document") && shows_network(answer["document"])) answer.erase("document");
}

std::string first_difference(Json const& native, Json const& module) {
  auto const patch = Json::diff(native, module);
  if (patch.empty()) return {};
  Json const& change = patch[0];
  std::string const path = change.at("path");
  auto const at = [&](Json const& json) {
    auto const pointer = Json::json_pointer(path);
    return json.contains(pointer) ? json.at(pointer).dump().substr(0, 200) : "nothing";
  };
  return path + ": " + at(native) + " but " + at(module) + " in the module";
}

TEST(Wasm, MatchesTheCommandBitForBit) {
  if (std::system("node --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no node";
  if (!std::filesystem::exists(root / "build/wasm/module/weft.wasm"))
    GTEST_SKIP() << "the module is not built: ./run wasm";
  auto const requests = test::web_scenarios();
  auto const answers = ask_module(requests);
  ASSERT_EQ(answers.size(), requests.size());
  std::size_t results = 0;
  explore::Session session;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    auto native = ask(session, requests[i]), module = answers[i];
    if (is_left_out(requests[i])) continue;
    results += native.contains("result");
    for (auto* const answer : {&native, &module}) {
      remove_circumstances(*answer);
      remove_free_placements(requests[i], *answer);
    }
    EXPECT_EQ(first_difference(native, module), "") << requests[i];
  }
  std::printf("%zu requests, %zu results, the others refused alike\n", requests.size(), results);
  EXPECT_GE(results, 300U);
}

}  // namespace
}  // namespace weft
