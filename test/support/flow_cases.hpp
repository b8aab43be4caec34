// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "weft/engine/flow/rates.hpp"

namespace weft {

/// `3`, `1e6` or a fraction such as `2/3`.
inline double number_of(std::string const& text) {
  auto const slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

/// One case of test/data/flow/maxmin.csv or flows.csv.
struct FlowCase {
  struct Flow {
    std::string id;
    std::vector<flow::Hop> hops;
    double weight = 1, cap = flow::unlimited;
    double bytes = 0, start = 0, latency = 0;  // flows.csv
    double expected = 0;                       // rate or finish
  };
  std::string source;
  std::vector<double> capacity;
  std::vector<Flow> flows;
};

/// The cases of a file by name. `expected`: its last column.
inline std::map<std::string, FlowCase> flow_cases(std::string const& file, std::string const& expected) {
  std::map<std::string, FlowCase> cases;
  std::map<std::string, std::map<std::string, std::uint32_t>> channels;
  bool const in_time = expected == "finish";
  for (auto& row : reference_rows("flow/" + file)) {
    auto& it = cases[row.at("case")];
    auto& numbers = channels[row.at("case")];
    it.source = row.at("source");
    if (row.at("kind") == "channel") {
      numbers[row.at("id")] = static_cast<std::uint32_t>(it.capacity.size());
      it.capacity.push_back(number_of(row.at(in_time ? "capacity_or_bytes" : "capacity")));
      continue;
    }
    FlowCase::Flow flow{.id = row.at("id"), .hops = {}, .weight = number_of(row.at("weight"))};
    for (auto const& step : split(row.at("path"), ' ')) {
      auto const parts = split(step, '*');
      flow.hops.push_back({numbers.at(parts[0]), parts.size() > 1 ? number_of(parts[1]) : 1});
    }
    if (!row.at("cap").empty()) flow.cap = number_of(row.at("cap"));
    if (in_time) {
      flow.bytes = number_of(row.at("capacity_or_bytes"));
      flow.start = number_of(row.at("start"));
      flow.latency = number_of(row.at("latency"));
    }
    flow.expected = number_of(row.at(expected));
    it.flows.push_back(std::move(flow));
  }
  return cases;
}

}  // namespace weft
