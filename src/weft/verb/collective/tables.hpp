// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/workload/collective_run.hpp"

namespace weft::verb {

/// Returns the verdict, for the smallest and for the largest size: the time of a message with the fastest
/// algorithm that runs on hosts, its ratio to the lower bound, and, if reduction in switches is faster, the
/// time of that algorithm.
std::string verdict_of(std::string_view operation, std::uint64_t ranks,
                       std::vector<CollectiveOutcome> const& outcomes,
                       std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);
/// Returns what the times of messages of `bytes` bytes depend on, as a clause: the paths of messages between
/// ranks, and the costs of bytes and messages. `ranks`: null if no algorithm sends messages between ranks.
std::string format_conditions(collective::Ranks const* ranks, AnyTopology const& topology,
                              std::uint64_t bytes, collective::Cost const& cost);

/// Returns the tables `collective` and `channels`, and `crossover` if there are several algorithms.
std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);

/// Returns a line chart of the table `collective`: time over message size, with one line per algorithm and
/// the lower bound of the first algorithm dashed. Returns an empty vector if there is only one size.
std::vector<chart::Figure> time_figures(Result const& result, std::string const& title);

}  // namespace weft::verb
