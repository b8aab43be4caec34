#include "weft/app/command.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

constexpr int unmet = 3;

int run_verb(Spec const& request, Output const& output) {
  auto const experiment = verb::assemble(request);
  output.check(*experiment);
  TerminalProgress progress;
  auto const result = experiment->run(progress);
  output.give(*experiment, result);
  return experiment->is_met(result) ? 0 : unmet;
}

std::vector<Command> make_commands() {
  std::vector<Command> all;
  for (auto const& doc : verb::verb_docs()) all.push_back({doc, true, run_verb});
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
