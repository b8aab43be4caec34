// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/terminal_messages.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/workload/dilation.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/loaded_channels.hpp"

namespace weft {
namespace {

void check_rates(LoadAssembly const& jobs, double carries) {
  if (carries > 0) return;
  for (auto const& job : jobs.jobs)
    if (job.rate != 1)
      throw InputError("rate needs a message size",
                       "without one, each flow is a single message, whatever its size",
                       "specify e.g. message=0.25", "message");
}

/// Returns the number of messages per unit of a job's traffic.
double messages_per_unit(LoadJob const& job, double carries) {
  auto const mean = static_cast<double>(job.communication.total_units()) /
                    static_cast<double>(job.communication.num_tasks());
  return job.rate / (mean * carries);
}

}  // namespace

double max_messages(LoadAssembly const& jobs, double carries) {
  double all = 0;
  for (auto const& job : jobs.jobs) {
    all += num_flows(job.communication);
    if (carries > 0)
      all += messages_per_unit(job, carries) * static_cast<double>(job.communication.total_units());
  }
  return all;
}

std::vector<TerminalMessage> terminal_messages(LoadAssembly const& jobs, double carries) {
  check_rates(jobs, carries);
  std::vector<TerminalMessage> messages;
  InterruptCheck check;
  for (auto const& job : jobs.jobs) {
    auto const per_unit = carries > 0 ? messages_per_unit(job, carries) : 0;
    job.communication.for_each_flow([&](Flow const& flow) {
      check();
      if (flow.from == flow.to || flow.units == 0) return;
      // Prevents an integer number of messages from being rounded up because of a rounding error of the
      // quotient.
      constexpr double rounding = 1e-9;
      auto const filled = static_cast<double>(flow.units) * per_unit;
      auto const count = carries > 0 ? std::max(1.0, std::ceil(filled - rounding * filled)) : 1;
      messages.insert(messages.end(), static_cast<std::size_t>(count),
                      {TerminalId{job.placement[flow.from]}, TerminalId{job.placement[flow.to]}});
    });
  }
  return messages;
}

double min_time(RoutedMachine const& machine, std::vector<TerminalMessage> const& messages,
                Progress& progress) {
  if (messages.empty()) return 0;
  Communication communication(machine.terminals());
  for (auto const& [from, to] : messages) communication.add({from.v, to.v, 1});
  communication.finish();
  auto job =
      job_of_tasks({static_cast<std::int64_t>(machine.terminals())}, std::move(communication), "linear");
  for (std::uint32_t e = 0; e < machine.terminals(); ++e) job.placement.push_back(e);
  auto const loads = LoadedChannels(machine).by(job, progress).loads;
  auto const mean = static_cast<double>(messages.size()) / static_cast<double>(machine.terminals());
  double maximum = compute_dilation(machine, job, loads, progress).farthest;
  for (auto const& one : loads.classes)
    maximum = std::max(maximum, loads.relative(one.max) * mean / one.bandwidth);
  return maximum;
}

}  // namespace weft
