// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/job.hpp"

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft::queue {

double offered_load(std::span<Job const> jobs, std::uint32_t nodes) {
  if (jobs.empty()) return 0;
  auto const time = jobs.back().submit - jobs.front().submit;
  double work = 0;
  for (auto const& job : jobs) work += job.duration() * job.nodes;
  return time > 0 ? work / time / nodes : 0;
}

void scale_to_load(std::vector<Job>& jobs, std::uint32_t nodes, double load) {
  auto const now = offered_load(jobs, nodes);
  if (now <= 0)
    throw InputError("load=" + format_number(load),
                     "all jobs are submitted at the same time, or have no run time", "omit load", "load");
  auto const first = jobs.front().submit;
  for (auto& job : jobs) job.submit = first + (job.submit - first) * (now / load);
}

}  // namespace weft::queue
