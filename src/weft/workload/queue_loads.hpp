// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "weft/engine/queue/interference.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// Channel loads of jobs on their nodes: each job runs a pattern with one task per terminal, placed by a
/// mapping, under a routing; the mean task sends one unit. Jobs on a single terminal cause no load.
class QueueLoads {
 public:
  /// `machine` and `nodes` must outlive this object. Throws InputError at `pattern` and `mapping` for unknown
  /// names.
  QueueLoads(RoutedMachine const& machine, queue::Nodes const& nodes, std::string pattern,
             std::string mapping, std::int64_t seed);

  /// Appends, for each ChannelIndex, the time that the traffic of a job on `nodes` needs on the channel.
  /// Throws InputError if the pattern does not support the number of tasks.
  void append(queue::NodeList const& nodes, std::vector<queue::JobLoad>& loads);
  /// Return the pattern and the mapping with all parameters.
  std::string const& pattern_text() const { return pattern_text_; }
  std::string const& mapping_text() const { return mapping_text_; }

 private:
  using CommunicationPtr = std::shared_ptr<LoadJob const>;

  CommunicationPtr job_of(std::uint32_t tasks);
  mapping::Placement place(LoadJob const& job, std::vector<std::uint32_t> terminals) const;
  bool append_by_pairs(Communication const& communication, mapping::Placement const& placement,
                       std::vector<queue::JobLoad>& loads);
  void append_all(Communication const& communication, mapping::Placement const& placement,
                  std::vector<queue::JobLoad>& loads) const;

  RoutedMachine const& machine_;
  queue::Nodes const& nodes_;
  LoadParams request_;
  std::string pattern_text_, mapping_text_;
  std::map<std::uint32_t, CommunicationPtr> known_;  ///< jobs by number of tasks
  std::uint64_t known_tasks_ = 0;
  std::vector<double> sums_;             ///< by channel; 0 between calls
  std::vector<std::uint32_t> channels_;  ///< scratch: channels with nonzero sums
  std::vector<routing::ChannelShare> shares_;
};

}  // namespace weft
