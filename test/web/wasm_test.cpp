#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "answer.hpp"
#include "support/scratch.hpp"
#include "web/scenarios.hpp"

namespace weft {
namespace {

using Json = nlohmann::json;

std::filesystem::path const root = WEFT_SOURCE_DIR;

/// The answers of the module in node, in order.
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

/// Whether a column holds wall times or speeds.
bool is_wall_time(Json const& table, std::string const& column) {
  return column.find("second") != std::string::npos || (table["name"] == "execution" && column == "time");
}

/// Empties the cells of wall times and speeds.
void remove_speeds(Json& table) {
  for (std::size_t column = 0; column < table["columns"].size(); ++column)
    if (is_wall_time(table, table["columns"][column]["name"]))
      for (auto& row : table["rows"]) row[column] = nullptr;
}

/// Whether a metric is from a spectrum, by the text of its method.
bool is_spectral(Json const& method) {
  if (!method.is_string()) return false;
  auto const text = method.get<std::string>();
  return text.find("residual") != std::string::npos ||
         text.find("algebraic connectivity") != std::string::npos;
}

/// Rounds metrics from spectra, which Eigen adds up in an order that depends on the processor. Removes what a
/// linear program solves, which the module cannot (docs/how-to/build-for-the-browser.md).
void remove_processor(Json& table) {
  auto& rows = table["rows"];
  if (table["name"] != "metrics") return;
  for (std::size_t i = rows.size(); i-- > 0;) {
    if (auto& method = rows[i][5]; is_spectral(method)) {
      for (auto& cell : rows[i])
        if (cell.is_number_float()) cell = fmt::format("{:.9g}", cell.get<double>());
      method = "spectrum";
    }
    if (rows[i][6] == "uniform_throughput") rows.erase(i);
  }
}

/// Removes what says where, with what and how fast the answer was computed.
void remove_circumstances(Json& answer) {
  if (!answer.contains("result")) return;
  auto& result = answer["result"];
  for (char const* key : {"host", "threads", "seconds", "version"}) result.erase(key);
  auto& tables = result["tables"];
  for (std::size_t i = tables.size(); i-- > 0;)
    if (tables[i]["name"] == "speed") tables.erase(i);
  for (auto& table : tables) {
    remove_speeds(table);
    remove_processor(table);
  }
}

/// Requests whose answers differ, for a stated reason (docs/how-to/build-for-the-browser.md).
bool is_left_out(std::string const& request) {
  constexpr std::array parts{"mapping=scotch",  // not in the module
                             "mapping=best",    // tries scotch
                             "balance:"};       // cbrt: glibc and musl differ in the last digit
  return std::ranges::any_of(parts,
                             [&](char const* part) { return request.find(part) != std::string::npos; });
}

/// Removes the pictures of networks whose routers are placed by eigenvectors.
void remove_free_placements(std::string const& request, Json& answer) {
  if (request.find("jellyfish") == std::string::npos && request.find("de_bruijn") == std::string::npos)
    return;
  if (!answer.contains("files")) return;
  auto& files = answer["files"];
  for (std::size_t i = files.size(); i-- > 0;)
    if (files[i]["name"].get<std::string>().starts_with("network")) files.erase(i);
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

TEST(Wasm, AnswersLikeTheCommandBitForBit) {
  if (std::system("node --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no node";
  if (!std::filesystem::exists(root / "build/wasm/module/weft.wasm"))
    GTEST_SKIP() << "the module is not built: ./run wasm";
  auto const requests = test::web_scenarios();
  auto const answers = ask_module(requests);
  ASSERT_EQ(answers.size(), requests.size());
  std::size_t results = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    auto native = Json::parse(web::answer(requests[i])), module = answers[i];
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
