#include "weft/verb/schedule/applications/application_schedule.hpp"

#include "weft/verb/schedule/applications/application_parts.hpp"
#include "weft/verb/schedule/applications/application_run.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"

namespace weft {
bool is_application_schedule(ScheduleRequest const& request) {
  return is_application(parse_spec(request.schedule, "schedule").name);
}

void check_application_schedule(ScheduleRequest const& request) {
  refuse_sparse_torus_options(request);
  check_application(parse_spec(request.schedule, "schedule"), *make_topology(request.topology));
}

Result run_application_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress) {
  refuse_sparse_torus_options(request);
  auto result = run_application(request.topology, parse_spec(request.schedule, "schedule"), request.seed,
                                files.utilisations, progress);
  for (auto& [name, utilisation] : files.utilisations) name.insert(0, "classes_of_");
  return result;
}

}  // namespace weft
