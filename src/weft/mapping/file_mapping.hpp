// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// A placement that a file lists.
class FileMapping {
 public:
  struct Params {
    std::string path = {};
  };
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc =
      "The placement that a file lists, such as the current one: the terminal of each task, a line each, or a "
      "rankfile of Open MPI (`rank 3=node12 slot=1`). Nodes have the names of the hosts of the topology. If it has none, "
      "the number at the end of the name of a node is that of a host, counted from 0; so is that of `+n3`. The slots of "
      "a node are dealt out to its terminals in turn, so that several ranks may share one. The default size of the job "
      "is the number of ranks of the rankfile.";
  static constexpr std::tuple schema{param("path", &Params::path, "the file")};

  explicit FileMapping(Params params) : params_(std::move(params)) {}
  static void check(Params const& params);
  Placement place(MappingContext const& context) const;
  /// The terminals of the whole machine that a rankfile names, in the order of its ranks; nullopt for other
  /// files.
  std::optional<Placement> terminals(Hosts const& hosts) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};

/// The terminal of each task as the text lists them. Throws InputError naming the place unless every task has
/// a terminal, or a slot of a node in a rankfile, that no other one has.
Placement parse_placement(std::string_view text, std::string_view file, MappingContext const& context);
/// The terminal of each rank of a rankfile with any number of ranks; nullopt for another text.
std::optional<Placement> parse_rankfile(std::string_view text, std::string_view file, Hosts const& hosts);

/// The tasks on the hosts that a file names.
class HostList {
 public:
  struct Params {
    std::string file = {};
  };
  static constexpr std::string_view name = "hosts";
  static constexpr std::string_view doc =
      "The tasks in order on the hosts that a file names, as in the hostfile of a job: a name on each line, `#` for "
      "comments. A name is that of a host of the fabric, of a node of Slurm or of a vertex of a file; elsewhere "
      "terminals are named t0, t1 and so on. A hostlist such as `node[1-8]` stands for several. `node1 slots=2` or "
      "`node1:2` takes two tasks, and so does a name that stands there twice: on the terminals of the host in turn, so "
      "that those of a host with one terminal share it. The default size of the job is the number of tasks that the file has room for.";
  static constexpr std::tuple schema{param("file", &Params::file, "the file").required()};

  explicit HostList(Params params) : params_(std::move(params)) {}
  Placement place(MappingContext const& context) const;
  /// The terminals of the whole machine that the file names, in the order of its tasks.
  Placement terminals(Hosts const& hosts) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};

}  // namespace weft::mapping
