// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "weft/network/hosts.hpp"
#include "weft/workload/load_params.hpp"

namespace weft {

/// Parses the jobs of a request, each NAME:key=value,.. Throws InputError for duplicate names, and if the
/// request also specifies a pattern, mapping, grid or ranks_per_node.
std::vector<Spec> read_jobs(LoadParams const& request);
/// Parses a bracketed list of jobs, or of other items with the name `thing` (plural `things`) in errors.
/// Throws InputError for invalid or duplicate names.
std::vector<Spec> read_job_list(std::string const& list, std::string const& thing = "job",
                                std::string const& things = "jobs");

/// The terminals that no job has reserved yet.
class JobTerminals {
 public:
  /// `failed`: terminals that a job receives only if no others are free or if it names them; empty: no
  /// failures.
  explicit JobTerminals(std::uint64_t terminals, std::vector<bool> failed = {})
      : reserved_(terminals, false), failed_(std::move(failed)), left_(terminals) {}

  std::uint64_t left() const { return left_; }
  /// Reserves the terminals that `text` specifies and returns them in ascending order: ranges `a..b` and
  /// single terminals, joined by + or commas; or a share `p%` of all terminals, the lowest free ones.
  /// Throws InputError if they do not exist or are in use.
  std::vector<std::uint32_t> reserve(std::string const& text);
  std::vector<std::uint32_t> reserve_lowest(std::uint64_t count);
  /// Reserves and returns all terminals of the first free hosts, as many hosts as the tasks require. Throws
  /// InputError if the free hosts do not suffice.
  std::vector<std::uint32_t> reserve_hosts(Hosts const& hosts, std::uint64_t tasks,
                                           std::uint64_t ranks_per_node);
  /// Returns the distinct terminals of a list in ascending order.
  static std::vector<std::uint32_t> distinct(std::vector<std::uint32_t> terminals);
  /// Formats terminals as text that reserve() accepts.
  static std::string text(std::vector<std::uint32_t> const& terminals);

 private:
  void reserve_range(std::string const& text, std::vector<std::uint32_t>& terminals);

  std::vector<bool> reserved_, failed_;
  std::uint64_t left_;
};

}  // namespace weft
