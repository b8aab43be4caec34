// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/workload/workload.hpp"

namespace weft {

/// One of several traffic classes, as the user specifies it.
struct ClassRequest {
  std::string traffic = "uniform";
  double rate = 0;
  Sides packet_size{0};
  Numbers size_weights{1};
  std::string vcs = {};
  std::int64_t priority = 0;
  std::string terminals = {};
  std::int64_t from = 0;
  std::int64_t until = 0;
};

inline constexpr std::tuple class_schema{
    param("traffic", &ClassRequest::traffic, "traffic pattern; in brackets if it has parameters")
        .from("traffic patterns"),
    param("rate", &ClassRequest::rate, Range{0, 1},
          "mean offered load per terminal of the class; 0: the rate of the engine or of the sweep",
          "flits/cycle"),
    param("packet_size", &ClassRequest::packet_size, Range{0, 65535},
          "packet size, or a mix of several; 0: the size set by the engine", "flits"),
    param("size_weights", &ClassRequest::size_weights, Range{0, 1e9}, "relative frequency of each size"),
    param(
        "vcs", &ClassRequest::vcs,
        "virtual channels of the class, as in 0..1; with request_reply, of the half that requests use; classes may share "
        "virtual "
        "channels; default: all"),
    param("priority", &ClassRequest::priority, Range{0, flit::max_priority},
          "priority in arbiters and at the source; higher priorities precede any other rule"),
    param("terminals", &ClassRequest::terminals,
          "sending terminals: ranges as in 0..63,96..127, or the lowest 25% of all; default: all"),
    param("from", &ClassRequest::from, Range{0, 1e12}, "first cycle in which packets are created", "cycles"),
    param("until", &ClassRequest::until, Range{0, 1e12}, "cycle in which the class ends; 0: never", "cycles"),
};

/// The traffic of a scenario for the engine `flit`: a single workload, or one for each traffic class.
class ClassWorkload {
 public:
  ClassWorkload() = default;
  /// Adds the classes of the scenario to the parameters. Throws InputError that names the invalid part.
  ClassWorkload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
                flit::FlitParams& params);

  /// Returns the settings to list in a result.
  std::vector<Setting> const& settings() const { return settings_; }
  /// Returns whether any class specifies virtual channels.
  bool names_vcs() const { return names_vcs_; }
  /// Returns the messages, and sets the messages of the classes. The first call maps the tasks of jobs.
  TrafficPtr traffic(flit::FlitParams& params, Progress& progress);
  /// Returns the sum of Workload::num_messages over all classes.
  double num_messages() const;
  /// Returns the messages with individual sizes and start times; empty for other traffic.
  std::span<TimedMessage const> timed() const {
    return workloads_.empty() ? std::span<TimedMessage const>{} : workloads_.front().timed();
  }
  double mean_hops(AnyTopology const& topology) const;
  Estimate estimate() const;
  void add_tables(Result& result) const;

 private:
  void add_class(Scenario scenario, Spec const& spec, TopologyPtr const& topology, Machine const& machine,
                 flit::FlitParams& params, std::string& resolved);

  std::vector<Workload> workloads_;
  std::vector<std::vector<bool>> senders_;  // by class: whether each terminal sends; empty: all send
  std::vector<Setting> settings_;
  bool names_vcs_ = false;
};

}  // namespace weft
