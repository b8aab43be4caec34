// SPDX-License-Identifier: Apache-2.0
// same_numbers FILE [FOLDER]: runs the command lines of FILE by the C++ library and prints the seconds of each run: for
// bench/limits.py. With FOLDER also writes the result of line N, and the document that it gives, into FOLDER/N.json and
// FOLDER/N.text: for test_same_numbers.py.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

namespace {

/// The names of the parameters of a verb, in the order of the words of a command line.
std::vector<std::string> parameters(std::string const& verb) {
  std::vector<std::string> names;
  for (auto const& doc : weft::verb::verb_docs())
    if (doc.name == verb)
      for (auto const& param : doc.params) names.emplace_back(param.name);
  return names;
}

/// A command line as a request. What is given several times is a list.
weft::Spec request_of(std::string const& line) {
  std::istringstream words(line);
  std::string verb;
  words >> verb;
  auto const names = parameters(verb);
  std::map<std::string, std::vector<std::string>> given;
  std::size_t place = 0;
  for (std::string word; words >> word;) {
    if (auto const middle = word.find('='); word.starts_with("--")) {
      auto name = word.substr(2, middle - 2);
      std::ranges::replace(name, '-', '_');
      bool const known = std::ranges::find(names, name) != names.end();
      auto const list = name + (name.ends_with("s") ? "es" : "s");  // --job is an item of jobs
      given[known ? name : list].push_back(word.substr(middle + 1));
    } else {
      given[names.at(place)].push_back(word);
      if (names.at(place) != "topologies") ++place;
    }
  }
  weft::Spec request{verb, {}};
  for (auto const& [name, values] : given) {
    auto text = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) text += "," + values[i];
    request.arguments.push_back({name, values.size() > 1 ? "[" + text + "]" : text});
  }
  return request;
}

}  // namespace

int main(int words, char** argv) {
  std::ifstream lines(argv[1]);
  std::filesystem::path const folder = words > 2 ? argv[2] : "";
  std::string line;
  for (int number = 0; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    auto const request = request_of(line);
    auto const began = std::chrono::steady_clock::now();
    auto const experiment = weft::verb::assemble(request);
    auto const result = experiment->run(weft::no_progress());
    std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() << '\n';
    if (folder.empty()) continue;
    std::ofstream(folder / (std::to_string(number) + ".json")) << weft::result_json(result);
    if (auto const document = experiment->document())
      std::ofstream(folder / (std::to_string(number) + ".text")) << document->content;
    ++number;
  }
}
