#include "weft/study/deadlock_presentation.hpp"

#include <algorithm>
#include <cctype>

#include "weft/study/outcome_cells.hpp"
#include "weft/verb/deadlock/cycle_picture.hpp"

namespace weft {
namespace {

/// The run of a case whose result has that table, or null.
StudyOutcome const* find_run(std::vector<StudyOutcome> const& outcomes, std::string const& name,
                             std::string_view table) {
  auto const it = std::ranges::find_if(outcomes, [&](StudyOutcome const& outcome) {
    return outcome.run.label("case") == name && outcome.result.find_table(table) != nullptr;
  });
  return it == outcomes.end() ? nullptr : &*it;
}

std::string setting(Result const& result, std::string_view key) {
  for (auto const& it : result.scenario)
    if (it.key == key) return it.value;
  return {};
}

Table proofs_table() {
  return {"proofs",
          "What is proved, and what the engine did",
          {{"case"},
           {"routing"},
           {"vcs"},
           {"deadlock", "", "possible or none"},
           {"shortest_cycle", "channels"},
           {"vcs_enough", "", "with which there is none"},
           {"simulated", "", "by the engine flit"}},
          {}};
}

std::string file_name(std::string name) {
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return "cycle_" + name;
}

void add_cycle(std::string const& name, Result const& result, Table& cycles, Presentation& out) {
  auto const* cycle = result.find_table("cycle");
  if (cycle == nullptr) return;
  if (cycles.columns.size() == 1)
    cycles.columns.insert(cycles.columns.end(), cycle->columns.begin(), cycle->columns.end());
  for (auto row : cycle->rows) {
    row.insert(row.begin(), Value{name});
    cycles.add_row(std::move(row));
  }
  out.pictures.push_back({file_name(name), verb::cycle_picture(*cycle, name)});
}

}  // namespace

Presentation present_deadlock_proofs(Study const&, Toml const& options,
                                     std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind"});
  Presentation out;
  auto proofs = proofs_table();
  Table cycles{"cycles", "The circles of waiting packets", {{"case"}}, {}};
  for (auto const& name : label_values(outcomes, "case")) {
    auto const* proof = find_run(outcomes, name, "verdict");
    if (proof == nullptr) continue;
    auto const& verdict = proof->result.table("verdict");
    auto const* run = find_run(outcomes, name, "latency");
    proofs.add_row({name, setting(proof->result, "routing"), verdict.at(0, "vcs"), verdict.at(0, "deadlock"),
                    verdict.at(0, "shortest_cycle"), verdict.at(0, "vcs_enough"),
                    run == nullptr ? Value{} : Value{run->result.answer}});
    add_cycle(name, proof->result, cycles, out);
  }
  out.tables.push_back(std::move(proofs));
  if (!cycles.rows.empty()) out.tables.push_back(std::move(cycles));
  return out;
}

}  // namespace weft
