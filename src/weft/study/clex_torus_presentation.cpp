#include <array>
#include <cmath>
#include <string_view>

#include "weft/study/clex_figures.hpp"
#include "weft/study/clex_presentation.hpp"
#include "weft/study/outcome_cells.hpp"

namespace weft {
namespace {

using Outcomes = std::vector<StudyOutcome>;

/// What a CLEX run and a torus run on the same messages measured; means over the seeds.
struct Measured {
  std::vector<double> rounds, hops;  ///< per level of CLEX, level 1 first
  double clex_hops = 0, clex_rounds = 0, clex_makespan = 0;
  double torus_hops = 0, torus_rounds = 0, torus_makespan = 0;
  double m = 0;
  bool complete = false;
};

Measured measure(Outcomes const& outcomes, std::string const& table, std::string const& reading) {
  Measured it;
  for (std::int64_t level = 1;; ++level) {
    auto const rounds = cell_spread(outcomes, table, reading, "levels", level, "avg_rounds");
    if (rounds.count == 0) break;
    it.rounds.push_back(rounds.average());
    it.hops.push_back(cell_spread(outcomes, table, reading, "levels", level, "avg_hops").average());
    it.clex_rounds += it.rounds.back();
    it.clex_hops += it.hops.back();
  }
  auto const mean_of = [&](std::string const& which, char const* column) {
    Spread spread;
    for (auto const& [run, result] : outcomes)
      if (run.label("table") == table && run.label("reading") == which)
        spread.add(result.table("summary").at(0, column).number());
    it.complete = spread.count > 0;
    return spread.average();
  };
  it.clex_makespan = mean_of(reading, "makespan");
  double const nodes = mean_of(reading, "terminals");
  it.m = it.rounds.empty() ? 0 : std::pow(nodes, 1.0 / static_cast<double>(it.rounds.size()));
  it.torus_hops = mean_of("torus", "hops_per_message");
  it.torus_rounds = mean_of("torus", "rounds_per_message");
  it.torus_makespan = mean_of("torus", "makespan");
  it.complete = it.complete && !it.rounds.empty();
  return it;
}

/// Mean time of a message in units of 1/B, when a round of level i lasts m H / (h_i B).
double clex_time(Measured const& it) {
  double sum = 0;
  for (std::size_t i = 0; i < it.rounds.size(); ++i) sum += it.rounds[i] * it.m * it.clex_hops / it.hops[i];
  return sum;
}

/// Rounds weighted by the cable length of their level, the longest cables being 1.
double propagation(Measured const& it) {
  double sum = 0;
  for (std::size_t i = 0; i < it.rounds.size(); ++i)
    sum += it.rounds[i] * std::pow(it.m, -static_cast<double>(it.rounds.size() - 1 - i) / 3);
  return sum;
}

struct Quantity {
  char const* name;
  char const* meaning;
  double (*value)(Measured const&);
};

constexpr double full_duplex = 6, shared = 12;  // a torus channel carries one message per 6/B, or per 12/B

constexpr std::array quantities{
    Quantity{"hops", "torus hops / CLEX hops; with full-duplex links also the bound on the throughput gain",
             [](Measured const& it) { return it.torus_hops / it.clex_hops; }},
    Quantity{"rounds, torus without queues", "torus hops / CLEX rounds: the paper's ratio of delays",
             [](Measured const& it) { return it.torus_hops / it.clex_rounds; }},
    Quantity{"rounds", "torus rounds / CLEX rounds of a message, both with their queues",
             [](Measured const& it) { return it.torus_rounds / it.clex_rounds; }},
    Quantity{"makespan", "torus rounds / CLEX rounds until all is delivered",
             [](Measured const& it) { return it.torus_makespan / it.clex_makespan; }},
    Quantity{"throughput bound, shared links",
             "twice the hop ratio: both directions of a torus link share B/6",
             [](Measured const& it) { return 2 * it.torus_hops / it.clex_hops; }},
    Quantity{
        "time at equal bandwidth, full duplex",
        "mean time of a message, torus / CLEX, when every node has bandwidth B: a torus channel carries one "
        "per 6/B, a level-i CLEX channel one per m H / (h_i B)",
        [](Measured const& it) { return full_duplex * it.torus_rounds / clex_time(it); }},
    Quantity{"time at equal bandwidth, shared links", "the same with a torus channel carrying one per 12/B",
             [](Measured const& it) { return shared * it.torus_rounds / clex_time(it); }},
    Quantity{"propagation",
             "sum over levels of rounds_i m^(-(l-i)/3): CLEX rounds in units of its longest cables",
             propagation},
};

}  // namespace

Presentation present_clex_torus(Study const& study, Toml const& options, Outcomes const& outcomes) {
  options.allow_keys({"kind", "published", "reading"});
  auto const published = read_published(study, options, "published", {"table", "quantity", "published"});
  std::string const reading = options.at("reading").as_text();
  Table table{"clex_against_torus",
              "CLEX against the torus on the same messages (ratios above 1: CLEX is better)",
              {{"table"}, {"quantity"}, {"published"}, {"measured", "", "", 3}, {"meaning"}},
              {}};
  std::vector<study::ClexTorusPanel> figure;
  for (auto const& paper_table : label_values(outcomes, "table")) {
    auto const measured = measure(outcomes, paper_table, reading);
    if (!measured.complete) continue;
    study::ClexTorusPanel panel{"Table " + paper_table, {}, {{"published", {}}, {"measured", {}}}};
    for (auto const& quantity : quantities) {
      Value paper;
      for (auto const& row : published)
        if (row.at("table") == paper_table && row.at("quantity") == quantity.name)
          paper = row.number("published");
      double const value = quantity.value(measured);
      table.add_row({paper_table, quantity.name, paper, value, quantity.meaning});
      if (std::string_view(quantity.name) == "propagation") continue;
      panel.measures.emplace_back(quantity.name);
      panel.series[0].ratios.emplace_back(paper.number());
      panel.series[1].ratios.emplace_back(value);
    }
    figure.push_back(std::move(panel));
  }
  Presentation presentation;
  presentation.tables.push_back(std::move(table));
  presentation.pictures.push_back(
      {"clex_against_torus", study::clex_torus_figure(figure, "weft run " + study.name)});
  return presentation;
}

}  // namespace weft
