// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "weft/network/hosts.hpp"
#include "weft/workload/load_params.hpp"

namespace weft {

/// The jobs of a request, NAME:key=value,.. each. Throws InputError if the request names a pattern, mapping
/// or grid beside them, or a job twice.
std::vector<Spec> read_jobs(LoadParams const& request);
/// The jobs of a list in brackets, or other things with a plural. Throws InputError for names that do not
/// suit, or that two have.
std::vector<Spec> read_job_list(std::string const& list, std::string const& thing = "job",
                                std::string const& things = "jobs");

/// The terminals that no job has taken yet.
class JobTerminals {
 public:
  /// `failed` (empty: none): terminals that a job gets only if no others are free or if it names them.
  explicit JobTerminals(std::uint64_t terminals, std::vector<bool> failed = {})
      : taken_(terminals, false), failed_(std::move(failed)), left_(terminals) {}

  std::uint64_t left() const { return left_; }
  /// Those that the text names, in ascending order: ranges `a..b`, single ones, joined by +; or a share `p%`
  /// of all terminals, the lowest that are free. Throws InputError if they do not exist or are taken.
  std::vector<std::uint32_t> take(std::string const& text);
  std::vector<std::uint32_t> take_lowest(std::uint64_t count);
  /// All terminals of the first free hosts, as many hosts as the tasks need. Throws InputError if the free
  /// hosts lack room.
  std::vector<std::uint32_t> take_hosts(Hosts const& hosts, std::uint64_t tasks,
                                        std::uint64_t ranks_per_node);
  /// The terminals of a list, ascending and without repetitions.
  static std::vector<std::uint32_t> each_once(std::vector<std::uint32_t> terminals);
  /// The text that take() reads.
  static std::string text(std::vector<std::uint32_t> const& terminals);

 private:
  void take_range(std::string const& text, std::vector<std::uint32_t>& terminals);

  std::vector<bool> taken_, failed_;
  std::uint64_t left_;
};

}  // namespace weft
