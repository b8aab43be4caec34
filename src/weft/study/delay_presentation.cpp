#include "weft/study/delay_presentation.hpp"

#include "weft/study/clex_figures.hpp"

namespace weft {
namespace {

chart::Distribution distribution(std::string name, Table const& table, std::string const& quantity) {
  chart::Distribution it{std::move(name), {}, {}, {}};
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    if (table.at(r, "quantity") == Value{quantity}) {
      it.values.push_back(table.at(r, "value").number());
      it.weights.push_back(table.at(r, "messages").number());
    }
  return it;
}

}  // namespace

Presentation present_delays(Study const& study, Toml const& options,
                            std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "quantity"});
  std::string const quantity = options.at("quantity").as_text();
  Table all{"delays", "Delays of single messages", {{"run"}}, {}};
  std::vector<chart::Distribution> figure;
  for (auto const& [run, result] : outcomes) {
    auto const* table = result.find_table("delays");
    auto const* counts = result.find_table("delay_distribution");
    if (!table || !counts) continue;
    if (all.columns.size() == 1)
      all.columns.insert(all.columns.end(), table->columns.begin(), table->columns.end());
    for (auto const& row : table->rows) {
      std::vector<Value> cells{run.label("name")};
      cells.insert(cells.end(), row.begin(), row.end());
      all.add_row(std::move(cells));
    }
    figure.push_back(distribution(run.label("name"), *counts, quantity));
  }
  if (figure.empty())
    throw options.error("no run has delays", "",
                        "give one engine = \"rounds:delays=true\" and a label `name`");
  Presentation presentation;
  presentation.tables.push_back(std::move(all));
  presentation.pictures.push_back(
      {"delays", study::delay_figure(figure, quantity, "weft run " + study.name)});
  return presentation;
}

}  // namespace weft
