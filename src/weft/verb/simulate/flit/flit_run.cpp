#include "weft/verb/simulate/flit/flit_run.hpp"

#include <algorithm>
#include <iterator>

#include "weft/verb/simulate/flit/flit_setting.hpp"
#include "weft/verb/simulate/flit/flit_tables.hpp"
#include "weft/verb/simulate/flit/flit_words.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft {

Result run_flit(Scenario const& scenario, Progress& progress) {
  Stopwatch const set_up;
  auto const setting = assemble_flit(scenario);
  auto const machine = make_machine(setting);
  auto result = new_result(setting.seed);
  result.scenario = setting.resolved(scenario);
  result.timings.push_back({"set up", set_up.seconds()});
  Stopwatch const watch;
  auto const outcome = setting.run(machine, setting.params, progress);
  auto const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  result.answer = answer_of(setting.params, outcome);
  add_tables(setting, machine, outcome, result);
  RatedOutcome const run{setting.params.rate, &outcome};
  result.notes = notes_of(setting, machine);
  std::ranges::move(notes_of(setting.params, std::span(&run, 1)), std::back_inserter(result.notes));
  result.tables.push_back(speed_table(setting, machine, outcome, seconds));
  return result;
}

}  // namespace weft
