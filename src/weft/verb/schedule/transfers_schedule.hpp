// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/verb/schedule/schedule.hpp"

namespace weft::verb {

/// A schedule of arbitrary transfers from a file.
struct TransfersSchedule {
  struct Params {
    std::string file = {};
    std::int64_t sends = 0;
    std::int64_t receives = 0;
  };
  static constexpr std::string_view name = "transfers";
  static constexpr std::string_view doc =
      "Timed transfers of blocks over the channels of any topology, from a file as `weft collective --transfers FILE` writes it: lines "
      "`holdings one_place|copies|sums|unions`, `participants VERTEX..`, `block B START GOAL..|all [due SLOTS]` (of sums and unions "
      "without START), `slot T [WIDTH]` and transfers `FROM TO B [add] [port P] [carrier C enter|pass|leave]`; a vertex is a router number, or t followed by a terminal number";
  static constexpr std::string_view example = "transfers:file=plan.txt";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file").required(),
      param("sends", &Params::sends, Range{0, 4294967295.0},
            "blocks that a node can send per slot; 0: no limit"),
      param("receives", &Params::receives, Range{0, 4294967295.0},
            "blocks that a node can receive per slot; 0: no limit"),
  };
};

/// The schedules made of individual transfers, by name.
using TransferSchedules = Catalog<TransfersSchedule>;

/// Returns the experiment for the schedule `transfers`. Tables: `transfers` and `channels`.
ExperimentPtr assemble_transfers_schedule(ScheduleVerb::Params const& request);

/// Appends `details=slots` to the scenario if it is requested.
std::vector<Setting> with_slots(Details details, std::vector<Setting> scenario);

/// The duration of a table row. add_seconds() adds the column `seconds` to a table with these rows, if times
/// are requested.
struct StepsAndSlots {
  std::uint64_t steps = 0, slots = 0;
};
void add_seconds(LinkTimes const& times, std::vector<StepsAndSlots> const& rows, Table& table);

/// Throws InputError for options that apply only to sparse tori: all except topology, schedule, seed,
/// details=slots and the time options.
void check_no_sparse_torus_options(ScheduleVerb::Params const& request);

}  // namespace weft::verb
