#pragma once

#include <cstdint>
#include <limits>

#include "weft/engine/flit/simulation.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft::verb {

/// The accepted traffic, in flits per cycle and terminal.
struct Throughput {
  double mean = 0;
  double half_width = std::numeric_limits<double>::infinity();  ///< of the 95 % confidence interval
};

/// Measures the flits that arrive after `warm_up` cycles, by the means of twenty batches, until the
/// confidence interval is at most plus or minus `precision` of the mean, but no longer than `most` cycles;
/// exactly `params.cycles` if they are given. A saturated network has a throughput although its latencies
/// have no mean.
Throughput measure_throughput(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                              Traffic const& traffic, flit::FlitParams const& params, std::uint64_t warm_up,
                              double precision, std::uint64_t most);

}  // namespace weft::verb
