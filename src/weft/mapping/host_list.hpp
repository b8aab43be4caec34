#pragma once

#include <string>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

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
