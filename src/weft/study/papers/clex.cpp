// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

chart::ChartGrid delay_figure(std::vector<chart::Distribution> const& delays, std::string const& quantity) {
  chart::HistogramChart density{{"Density"}, {"delay / mean delay"}, {}, delays};
  density.by_mean = true;
  density.references = {{"2 × mean", 2, true}, {"2.5 × mean", 2.5, true}};
  auto tail = density;
  tail.text.title = "Share of messages with a larger delay";
  tail.kind = chart::HistogramKind::complementary;
  tail.y = {"share of messages > x", "", chart::ScaleType::log};
  chart::ChartGrid grid{
      {"Distribution of message delays",
       fmt::format("Delay of each message in {}, divided by the mean of its run", quantity)},
      {std::move(density), std::move(tail)}};
  grid.shared_x = true;
  grid.size = {720, 400};
  return grid;
}

/// The distribution of message delays, as densities and tails, each divided by its mean, with the bounds "few
/// exceed 2 to 2.5 times the average" of Lenzen and Wattenhofer.
class Delays final : public Presentation {
 public:
  Delays(Toml const& options, Source source)
      : Presentation(options.at("name").as_text(), std::move(source)),
        quantity_(options.at("quantity").as_text()) {}

  void show(Study const& study, PresentationInput& input, Shown& shown) const override {
    std::vector<chart::Distribution> delays;
    for (auto const& outcome : input.outcomes)
      if (auto const* const counts = outcome.result.find_table("delay_distribution"))
        delays.push_back(distribution(outcome.run.label("name"), *counts));
    if (delays.empty())
      throw InputError("no run recorded delays", "",
                       "set engine = \"rounds:delays=true\" and a label `name` for a run");
    auto grid = delay_figure(delays, quantity_);
    grid.text.source = source_line(study);
    auto const title = grid.text.title, subtitle = grid.text.subtitle;
    shown.figures.push_back({name(), title, subtitle, "delay_distribution", std::move(grid)});
  }

 private:
  chart::Distribution distribution(std::string name, Table const& table) const {
    chart::Distribution histogram{std::move(name), {}};
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (table.at(row, "quantity") == Value{quantity_}) {
        histogram.values.push_back(table.at(row, "value").number());
        histogram.weights.push_back(table.at(row, "messages").number());
      }
    return histogram;
  }

  std::string quantity_;
};

}  // namespace

PresentationKind clex_delays_kind() {
  return {"delays",
          "the distribution of message delays (Lenzen and Wattenhofer) in runs with `delays=true`, by their "
          "label `name`",
          {{{"kind", "text!", "`delays`"},
            {"name", "text!", "name of the output file"},
            {"quantity", "text", "rounds, hops, distance or delay, as in the table `delay_distribution`"}}},
          read_presentation<Delays>};
}

}  // namespace weft::study
