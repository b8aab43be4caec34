// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `file`: a placement from a file.
class FileMapping {
 public:
  struct Params {
    std::string path = {};
  };
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc =
      "A placement listed in a file, such as the current one: the terminal of each task, one per line, or a "
      "rankfile of Open MPI (`rank 3=node12 slot=1`). Node names are the names of the hosts of the "
      "topology. If hosts are unnamed, "
      "the number at the end of a node's name is the number of the host, counted from 0, as in `+n3`. The "
      "slots of "
      "a node are distributed over its terminals in turn, so that several ranks may share one. The default "
      "size of the job "
      "is the number of ranks of the rankfile.";
  static constexpr std::tuple schema{param("path", &Params::path, "path to the file")};

  explicit FileMapping(Params params) : params_(std::move(params)) {}
  static void check(Params const& params);
  Placement place(MappingContext const& context) const;
  /// Returns the terminals of the whole machine that a rankfile assigns to its ranks, in the order of ranks;
  /// nullopt if the file is not a rankfile.
  std::optional<Placement> terminals(Hosts const& hosts) const;
  static std::vector<Params> candidate_params(MappingContext const&) { return {}; }

 private:
  Params params_;
};

/// Parses the terminal of each task. Throws InputError at file:line:column unless every task has a separate
/// terminal, or a separate slot of a node in a rankfile.
Placement parse_placement(std::string_view text, std::string_view file, MappingContext const& context);
/// Parses the terminal of each rank of a rankfile with any number of ranks; nullopt if the text is not a
/// rankfile.
std::optional<Placement> parse_rankfile(std::string_view text, std::string_view file, Hosts const& hosts);

/// The mapping `hosts`: the tasks on the hosts that a file lists.
class HostList {
 public:
  struct Params {
    std::string file = {};
  };
  static constexpr std::string_view name = "hosts";
  static constexpr std::string_view doc =
      "Assigns the tasks in order to the hosts of a list, such as $SLURM_JOB_NODELIST "
      "(`hosts:node[01-04],node07`, with 4 tasks on each: `hosts:node[01-04]:4,node07:4`), or of a file, "
      "such as the hostfile of a job: a name on each "
      "line, `#` for "
      "comments. Valid names are hosts of the fabric, nodes of Slurm or vertices of the topology's file; "
      "elsewhere "
      "terminals are named t0, t1 and so on. A hostlist such as `node[1-8]` expands to several. `node1 "
      "slots=2` or "
      "`node1:2` accepts two tasks, and so does a name that is listed twice: on the terminals of the host "
      "in turn, so "
      "that the tasks of a host with one terminal share it. The default size of the job is the number of "
      "tasks that the listed hosts accept.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file, or the list").required()};

  explicit HostList(Params params) : params_(std::move(params)) {}
  Placement place(MappingContext const& context) const;
  /// Returns the terminals of the whole machine that the file assigns to tasks, in the order of tasks.
  Placement terminals(Hosts const& hosts) const;
  static std::vector<Params> candidate_params(MappingContext const&) { return {}; }

 private:
  Params params_;
};

}  // namespace weft::mapping
