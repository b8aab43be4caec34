#include "weft/app/command.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

constexpr int unmet = 3;
/// What takes longer needs --long.
constexpr double most_seconds = 600;

int run_verb(Spec const& request, Output const& output) {
  auto const experiment = verb::assemble(request);
  output.check(*experiment);
  TerminalProgress terminal;
  TimeLimit limited(terminal, most_seconds);
  Progress& progress = output.long_run ? static_cast<Progress&>(terminal) : limited;
  auto const result = experiment->run(progress);
  output.give(*experiment, result);
  return experiment->is_met(result) ? 0 : unmet;
}

std::vector<Command> make_commands() {
  std::vector<Command> all;
  for (auto const& doc : verb::verb_docs()) all.push_back({doc, true, true, run_verb});
  all.push_back(run_command());
  all.push_back(docs_command());
  all.push_back(completion_command());
  return all;
}

}  // namespace

std::vector<Command> const& commands() {
  static std::vector<Command> const all = make_commands();
  return all;
}

}  // namespace weft::app
