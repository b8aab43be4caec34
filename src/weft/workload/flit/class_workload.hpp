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

/// One of several traffic classes, as a person describes it.
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
    param("traffic", &ClassRequest::traffic, "who sends to whom; in brackets if it has parameters")
        .from("traffic patterns"),
    param("rate", &ClassRequest::rate, Range{0, 1},
          "the mean load that each of its terminals offers; 0: the rate of the engine or of the sweep",
          "flits/cycle"),
    param("packet_size", &ClassRequest::packet_size, Range{0, 65535},
          "one size, or a mix of several; 0: that of the engine", "flits"),
    param("size_weights", &ClassRequest::size_weights, Range{0, 1e9}, "relative frequency of each size"),
    param(
        "vcs", &ClassRequest::vcs,
        "its virtual channels, as in 0..1: of those that requests have if there are answers, which have as many; "
        "classes may share them; default: all"),
    param("priority", &ClassRequest::priority, Range{0, flit::most_priority},
          "in arbiters and at the source, higher priorities go first, before any other rule"),
    param("terminals", &ClassRequest::terminals,
          "the terminals that send: ranges as in 0..63+96..127, or 25% of all, the lowest; default: all"),
    param("from", &ClassRequest::from, Range{0, 1e12}, "the first cycle in which it makes packets", "cycles"),
    param("until", &ClassRequest::until, Range{0, 1e12}, "the cycle in which it ends; 0: never", "cycles"),
};

/// The traffic of a scenario on the engine flit: one workload, or one for each traffic class.
class ClassWorkload {
 public:
  ClassWorkload() = default;
  /// Adds the classes of the scenario to the parameters. Throws InputError naming the part at fault.
  ClassWorkload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
                flit::FlitParams& params);

  /// The description of it in a result.
  std::vector<Setting> const& settings() const { return settings_; }
  /// Whether classes name virtual channels.
  bool names_vcs() const { return names_vcs_; }
  /// The messages, those of the classes in the parameters. The first call places the tasks of jobs.
  TrafficPtr traffic(flit::FlitParams& params, Progress& progress);
  /// As of Workload, over all classes.
  double num_messages() const;
  /// The messages with sizes and starts of their own, if they are such.
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
  std::vector<std::vector<bool>> senders_;  // by class: whether a terminal sends; empty: all do
  std::vector<Setting> settings_;
  bool names_vcs_ = false;
};

}  // namespace weft
