#pragma once

#include <memory>
#include <string>

#include "weft/analysis/metrics.hpp"
#include "weft/app/command.hpp"

namespace weft::app {

/// Adds --metrics and --exact to a verb.
inline std::shared_ptr<MetricOptions> add_metric_options(CLI::App& verb) {
  auto options = std::make_shared<MetricOptions>();
  std::string keys;
  for (auto const& doc : metric_docs()) keys += (keys.empty() ? "" : ", ") + std::string(doc.key);
  verb.add_option("--metrics", options->keys, "only these, by key: " + keys + " [all]")
      ->delimiter(',')
      ->type_name("KEY,..");
  verb.add_flag("--exact", options->exact, "exact values where a method is known, however long it takes");
  return options;
}

}  // namespace weft::app
