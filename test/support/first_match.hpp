// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft {

/// A QoS policy as OpenSM understands it: the first rule whose source and destination match a pair counts.
class FirstMatch {
 public:
  explicit FirstMatch(std::string const& policy) {
    std::istringstream lines(policy);
    std::string name, source, destination;
    for (std::string line; std::getline(lines, line);) {
      auto const colon = line.find(": ");
      auto const key = line.substr(0, colon);
      auto const value = colon == std::string::npos ? std::string() : line.substr(colon + 2);
      if (key == "name") name = value;
      if (key == "port-guid")
        for (auto const& guid : words(value)) groups_[name].insert(std::stoull(guid, nullptr, 16));
      if (key == "sl") levels_[name] = static_cast<std::uint8_t>(std::stoi(value));
      if (key == "source") source = value;
      if (key == "destination") destination = value;
      if (key == "qos-level-name")
        rules_.push_back({members(source), members(destination), levels_.at(value)});
    }
  }

  std::size_t num_rules() const { return rules_.size(); }
  std::uint8_t level(std::uint64_t source, std::uint64_t destination) const {
    for (auto const& rule : rules_)
      if (rule.sources.contains(source) && rule.destinations.contains(destination)) return rule.level;
    return levels_.at("DEFAULT");
  }

 private:
  using Guids = std::set<std::uint64_t>;
  struct Rule {
    Guids sources, destinations;
    std::uint8_t level;
  };

  static std::vector<std::string> words(std::string const& list) {
    std::vector<std::string> found;
    std::istringstream text(list);
    for (std::string word; text >> word;) found.push_back(word.substr(0, word.find(',')));
    return found;
  }
  Guids members(std::string const& list) const {
    Guids all;
    for (auto const& name : words(list)) all.insert(groups_.at(name).begin(), groups_.at(name).end());
    return all;
  }

  std::map<std::string, Guids> groups_;
  std::map<std::string, std::uint8_t> levels_;
  std::vector<Rule> rules_;
};

}  // namespace weft
