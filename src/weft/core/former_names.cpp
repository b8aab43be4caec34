// SPDX-License-Identifier: Apache-2.0
#include "weft/core/former_names.hpp"

#include <array>

namespace weft {
namespace {

struct Renamed {
  std::string_view now, before;
};

/// Columns, each with its name in an earlier version.
constexpr std::array renamed_columns{
    Renamed{"channels_at_max", "at_max"},               // load
    Renamed{"isolated", "time_alone"},                  // load, table jobs
    Renamed{"shared", "time_together"},                 //
    Renamed{"load_isolated", "load_alone"},             //
    Renamed{"load_shared", "load_together"},            //
    Renamed{"seconds_isolated", "seconds_alone"},       //
    Renamed{"seconds_shared", "seconds_together"},      //
    Renamed{"slowdown", "slow_down"},                   // load, queue
    Renamed{"zero_load_latency", "idle_latency"},       // sweep
    Renamed{"latency_limit", "limit"},                  //
    Renamed{"limit_lower", "below"},                    //
    Renamed{"limit_upper", "above"},                    //
    Renamed{"saturation_lower", "accepts"},             //
    Renamed{"saturation_upper", "saturates"},           //
    Renamed{"measured_at_rate", "at"},                  //
    Renamed{"head_latency", "head"},                    // flit
    Renamed{"lowest_terminal", "worst_terminal"},       //
    Renamed{"lowest", "worst"},                         //
    Renamed{"highest_terminal", "best_terminal"},       //
    Renamed{"highest", "best"},                         //
    Renamed{"reduction_in", "adds"},                    // collective
    Renamed{"bound_steps", "least_steps"},              //
    Renamed{"bound_slots", "least_slots"},              //
    Renamed{"bound_time", "least_time"},                //
    Renamed{"time_over_bound", "ratio"},                //
    Renamed{"no_lft_entry", "no_entry"},                // judge
    Renamed{"unconnected_port", "dead_port"},           //
    Renamed{"misdelivered", "wrong_host"},              //
    Renamed{"transient_loops", "circling"},             // deadlock
    Renamed{"first_completion", "first_finish"},        // flow
    Renamed{"last_completion", "last_finish"},          //
    Renamed{"time_over_bound", "over_bound"},           //
    Renamed{"max_concurrent_flows", "most_flows"},      //
    Renamed{"blocking_time", "held_back"},              //
    Renamed{"max_concurrent_messages", "most_moving"},  //
    Renamed{"total_time", "last_end"},                  // compare
    Renamed{"runs_per_million", "work"},                //
};

/// Tables, each with its name in an earlier version.
constexpr std::array renamed_tables{
    Renamed{"slowdown", "slow_down"},   // queue
    Renamed{"round_bounds", "bounds"},  // simulate, engine rounds
    Renamed{"load_bounds", "bounds"},   // judge
};

template <class List>
std::vector<std::string> others(List const& list, std::string_view name) {
  std::vector<std::string> names;
  for (auto const& [now, before] : list) {
    if (before == name) names.emplace_back(now);
    if (now == name) names.emplace_back(before);
  }
  return names;
}

/// The prefixes of columns that are named after a program.
constexpr Renamed renamed_prefix{"time_", "end_"};  // compare

}  // namespace

std::vector<std::string> other_column_names(std::string_view name) {
  auto names = others(renamed_columns, name);
  auto const& [now, before] = renamed_prefix;
  if (name.starts_with(before)) names.push_back(std::string(now) += name.substr(before.size()));
  if (name.starts_with(now)) names.push_back(std::string(before) += name.substr(now.size()));
  return names;
}

std::vector<std::string> other_table_names(std::string_view name) { return others(renamed_tables, name); }

}  // namespace weft
