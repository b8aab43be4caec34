#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

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

/// Removes what says where, with what and how fast the answer was computed.
void remove_circumstances(Json& answer) {
  if (!answer.contains("result")) return;
  auto& result = answer["result"];
  for (char const* key : {"host", "threads", "seconds", "version"}) result.erase(key);
  auto& tables = result["tables"];
  for (std::size_t i = tables.size(); i-- > 0;)
    if (tables[i]["name"] == "speed") tables.erase(i);
}

/// The metric throughput needs a linear program, which the module cannot solve (docs/how-to).
void remove_linear_programs(Json& answer) {
  if (!answer.contains("result")) return;
  for (auto& table : answer["result"]["tables"])
    if (auto& rows = table["rows"]; table["name"] == "metrics")
      for (std::size_t i = rows.size(); i-- > 0;)
        if (rows[i][0] == "throughput" || rows[i][1] == "throughput") rows.erase(i);
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
    results += native.contains("result");
    for (auto* const answer : {&native, &module}) {
      remove_circumstances(*answer);
      remove_linear_programs(*answer);
    }
    EXPECT_EQ(first_difference(native, module), "") << requests[i];
  }
  std::printf("%zu requests, %zu results, the others refused alike\n", requests.size(), results);
  EXPECT_GE(results, 300U);
}

}  // namespace
}  // namespace weft
