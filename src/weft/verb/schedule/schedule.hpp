#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/schedule/utilisation.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// How a schedule is executed.
enum class Verification : std::uint8_t { automatic, literal, symmetry, none };
template <>
inline constexpr std::array enum_values<Verification> = {
    EnumValue<Verification>{"auto", Verification::automatic, "literal up to 4,096 processors, else symmetry"},
    EnumValue<Verification>{"literal", Verification::literal,
                            "every message of every processor on every channel"},
    EnumValue<Verification>{
        "symmetry", Verification::symmetry,
        "all messages of one processor, every hop, and `sources` others, hop by hop, beside it translated"},
    EnumValue<Verification>{"none", Verification::none, "the schedule is not made: only closed forms"}};

/// Which tables that grow with a schedule are shown.
enum class Details : std::uint8_t { automatic, all, none };
template <>
inline constexpr std::array enum_values<Details> = {
    EnumValue<Details>{"auto", Details::automatic, "those of up to 64 rows"},
    EnumValue<Details>{"all", Details::all, "all"}, EnumValue<Details>{"none", Details::none, "none"}};

/// A schedule and its execution, as a person asks for them.
struct ScheduleRequest {
  std::string topology = "sparse_torus:dimensions=4,side=3";
  std::string schedule = "general";
  std::int64_t relations = 1;
  std::int64_t packets = 0;
  Verification verify = Verification::automatic;
  std::int64_t sources = 1000;
  Details details = Details::automatic;
  std::int64_t seed = 1;
};

inline constexpr std::tuple schedule_schema{
    param("topology", &ScheduleRequest::topology, "the network, e.g. sparse_torus:dimensions=3,side=4"),
    param("schedule", &ScheduleRequest::schedule, "what is scheduled how, see docs/reference/schedules.md"),
    param("relations", &ScheduleRequest::relations, Range{1, 4294967295.0}, "all-to-alls back to back"),
    param(
        "packets", &ScheduleRequest::packets, Range{0, 4294967295.0},
        "of every processor: a random h-relation (h random permutations) instead of all-to-alls, sent in as many of "
        "them as it takes; 0: none"),
    param("verify", &ScheduleRequest::verify, "how the schedule is executed"),
    param("sources", &ScheduleRequest::sources, Range{0, 4294967295.0},
          "verify=symmetry: processors compared with processor 0"),
    param("details", &ScheduleRequest::details, "which tables of single slots and distances are shown"),
    param("seed", &ScheduleRequest::seed, Range{0, 9007199254740992.0},
          "names all random numbers: the same seed, the same result")};

/// What can be written and drawn of a schedule beside its tables.
struct ScheduleFiles {
  std::optional<RouterProgram> program;  ///< of schedules that are states of routers
  std::vector<std::pair<std::string, schedule::Utilisation>> utilisations;  ///< by what their rows are
};

/// Throws InputError if the schedule cannot be made, naming the part at fault; executes nothing.
void check_schedule(ScheduleRequest const& request);

/// Makes a schedule and executes it slot by slot. Tables `schedule` (closed form beside executed), `execution`, `channels`,
/// and, as `details` say, `launches`, `relations`, `level_sizes`; of an h-relation `h_relation` and `deliveries`. Throws InputError
/// on a request that cannot be served, and if the schedule does not keep its promise: the first violation, in words.
Result run_schedule(ScheduleRequest const& request, Progress& progress = no_progress());
/// The same, also giving what is written to files.
Result run_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress = no_progress());

}  // namespace weft
