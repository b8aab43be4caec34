// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "weft/network/hosts.hpp"
#include "weft/workload/load_params.hpp"

namespace weft {

/// Parses the jobs of a request, each NAME:key=value,.. Throws InputError if the request also specifies a
/// pattern, mapping or grid, and for duplicate names.
std::vector<Spec> read_jobs(LoadParams const& request);
/// Parses a list in brackets of jobs, or of other things (`thing`, with the plural `things`). Throws
/// InputError for invalid or duplicate names.
std::vector<Spec> read_job_list(std::string const& list, std::string const& thing = "job",
                                std::string const& things = "jobs");

/// The terminals that no job uses yet.
class JobTerminals {
 public:
  /// `failed` (empty: no failures): terminals that a job gets only if no others are free or if it names them.
  explicit JobTerminals(std::uint64_t terminals, std::vector<bool> failed = {})
      : reserved_(terminals, false), failed_(std::move(failed)), left_(terminals) {}

  std::uint64_t left() const { return left_; }
  /// Reserves the terminals in the text and returns them in ascending order: ranges `a..b` and single
  /// terminals, joined by +; or a share `p%` of all terminals, the lowest free ones. Throws InputError if
  /// they do not exist or are in use.
  std::vector<std::uint32_t> reserve(std::string const& text);
  std::vector<std::uint32_t> reserve_lowest(std::uint64_t count);
  /// Reserves all terminals of the first free hosts, the number of hosts that the tasks require. Throws
  /// InputError if the free hosts have too little space.
  std::vector<std::uint32_t> reserve_hosts(Hosts const& hosts, std::uint64_t tasks,
                                           std::uint64_t ranks_per_node);
  /// Returns the distinct terminals of a list, ascending.
  static std::vector<std::uint32_t> distinct(std::vector<std::uint32_t> terminals);
  /// Formats terminals as a text that reserve() accepts.
  static std::string text(std::vector<std::uint32_t> const& terminals);

 private:
  void reserve_range(std::string const& text, std::vector<std::uint32_t>& terminals);

  std::vector<bool> reserved_, failed_;
  std::uint64_t left_;
};

}  // namespace weft
