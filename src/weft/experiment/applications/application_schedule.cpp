#include "weft/experiment/applications/application_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/experiment/applications/application_parts.hpp"
#include "weft/experiment/applications/application_run.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft {
namespace {

/// Refuses every option but topology, schedule and seed that is not the default.
void refuse_others(ScheduleRequest const& request) {
  auto const given = write_params(schedule_schema, request, false);
  for (auto const& [key, value] : given)
    if (key != "topology" && key != "schedule" && key != "seed")
      throw InputError(fmt::format("{} = {} with {}", key, value, request.schedule),
                       "it is for schedules of sparse tori", fmt::format("leave {} away", key), key);
}

}  // namespace

bool is_application_schedule(ScheduleRequest const& request) {
  return is_application(parse_spec(request.schedule, "schedule").name);
}

void check_application_schedule(ScheduleRequest const& request) {
  refuse_others(request);
  check_application(parse_spec(request.schedule, "schedule"), *make_topology(request.topology));
}

Result run_application_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress) {
  refuse_others(request);
  auto result = run_application(request.topology, parse_spec(request.schedule, "schedule"), request.seed,
                                files.utilisations, progress);
  for (auto& [name, utilisation] : files.utilisations) name = "classes_of_" + name;
  return result;
}

}  // namespace weft
