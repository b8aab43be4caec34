// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// Kind of jobs that the model generates.
enum class LublinKind : std::uint8_t { all, batch, interactive };

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::LublinKind> enum_values<queue::LublinKind>[] = {
    {"all", queue::LublinKind::all, "all jobs of a machine"},
    {"batch", queue::LublinKind::batch, "batch jobs"},
    {"interactive", queue::LublinKind::interactive, "interactive jobs"}};
}  // namespace weft

namespace weft::queue {

/// Job stream of the Lublin-Feitelson model. Sizes are often powers of two, run times depend on the size, and
/// arrivals on the time of day; the first day begins at midnight.
struct Lublin {
  struct Params {
    std::int64_t jobs = 1000;
    LublinKind kind = LublinKind::all;
  };
  static constexpr std::string_view name = "lublin";
  static constexpr std::string_view doc =
      "A stream of rigid jobs by the model of U. Lublin and D. Feitelson (JPDC 63, 2003): sizes are often powers of "
      "two, run times depend on the size, arrivals on the time of day. Estimates are the run times";
  static constexpr std::tuple schema{param("jobs", &Params::jobs, Range{1, 1e7}, "number of jobs"),
                                     param("kind", &Params::kind, "kind of jobs")};
  /// Generates jobs 1, 2, .. for a machine with `nodes` nodes, sorted by submission. No job is larger than
  /// the machine.
  static std::vector<Job> make(Params const& params, std::uint32_t nodes, std::uint64_t seed);
};

/// Returns the weight of each half hour of the day in the model, starting at midnight; the mean weight is 1.
std::array<double, 48> half_hour_weights(LublinKind kind);

/// Models of job streams that users can name. Register new ones here. Each has name, doc, Params, schema and
/// `make(params, nodes, seed)`, which returns its jobs sorted by submission.
using JobStreams = Catalog<Lublin>;

}  // namespace weft::queue
