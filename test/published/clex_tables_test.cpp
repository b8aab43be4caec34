#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"
#include "weft/study/study.hpp"

namespace weft {
namespace {

/// The CLEX runs of studies/clex-tables: Tables I-IV and Figure 3 of Lenzen & Wattenhofer, 5 seeds, two readings.
std::vector<StudyOutcome> const& outcomes() {
  static auto const all = [] {
    auto study = read_study(WEFT_SOURCE_DIR "/studies/clex-tables");
    std::erase_if(study.runs, [](StudyRun const& run) { return run.label("reading") == "torus"; });
    return run_study(study);
  }();
  return all;
}

CsvFile reference(char const* name) {
  std::string const path = std::string(WEFT_SOURCE_DIR "/studies/clex-tables/") + name;
  return parse_csv(read_file(path), path);
}

/// The records of a CSV file as column -> text.
std::vector<std::map<std::string, std::string>> rows(CsvFile const& file) {
  std::vector<std::map<std::string, std::string>> all;
  for (auto const& record : file.records) {
    auto& row = all.emplace_back();
    for (std::size_t i = 0; i < record.size(); ++i) row[file.header[i]] = record[i].text;
  }
  return all;
}

/// One value per seed of a cell: `result_table` row whose first column is `row`.
std::vector<double> cells(std::string const& table, std::string const& reading, char const* result_table,
                          std::int64_t row, std::string const& column) {
  std::vector<double> values;
  for (auto const& [run, result] : outcomes()) {
    if (run.label("table") != table || run.label("reading") != reading) continue;
    auto const& it = result.table(result_table);
    double value = 0;
    for (std::size_t r = 0; r < it.rows.size(); ++r)
      if (it.rows[r].front() == Value{row}) value = it.at(r, column).number();
    values.push_back(value);
  }
  return values;
}

double mean(std::vector<double> const& values) {
  double sum = 0;
  for (double const value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

void expect_every_cell_in_the_range_of_its_reading() {
  // The reference gives mean and range over 5 seeds of an independent program; two samples of five may differ by their
  // range, and the reference is rounded to five digits (0.001 of the mean).
  for (auto const& row : rows(reference("published.csv")))
    for (std::string const reading : {"literal", "fitted"}) {
      auto const level = std::stoll(row.at("level"));
      auto const values = cells(row.at("table"), reading, "levels", level, row.at("metric"));
      ASSERT_EQ(values.size(), 5U);
      double const low = std::stod(row.at(reading + "_min")), high = std::stod(row.at(reading + "_max"));
      double const expected = std::stod(row.at(reading + "_mean")), slack = high - low + 0.001 * expected;
      SCOPED_TRACE("table " + row.at("table") + " level " + row.at("level") + " " + row.at("metric") + " " +
                   reading);
      if (row.at("metric") == "max_rounds") {
        for (double const value : values) {
          EXPECT_GE(value, low - 2);
          EXPECT_LE(value, high + 2);
        }
        continue;
      }
      EXPECT_GE(mean(values), low - slack);
      EXPECT_LE(mean(values), high + slack);
    }
}

void expect_levels_above_the_first_to_cost_exactly_their_hops() {
  for (auto const& [run, result] : outcomes()) {
    auto const& levels = result.table("levels");
    auto const top = static_cast<std::int64_t>(levels.rows.size());
    for (std::size_t r = 0; r < levels.rows.size(); ++r) {
      auto const level = static_cast<std::int64_t>(levels.at(r, "level").number());
      if (level >= 2) { EXPECT_EQ(levels.at(r, "avg_hops").number(), std::exp2(top - level)); }
    }
  }
}

void expect_remaining_messages_as_in_figure_3() {
  // The mean over all 2^18 (I, III) or 2^14 (II, IV) cliques of 5 seeds. Standard errors: the messages left in one clique
  // spread by less than 3 sqrt(mean) around it (they are sums of weakly dependent indicators whose clique loads vary), so
  // 5 standard errors of two such means; the reference is rounded to 5 decimals. A maximum over cliques may differ by half.
  for (auto const& row : rows(reference("figure3.csv"))) {
    auto const phase = std::stoll(row.at("phase"));
    double const expected = std::stod(row.at("left_mean")), greatest = std::stod(row.at("left_max"));
    auto const left = cells(row.at("table"), "fitted", "phases", phase, "left_mean");
    auto const max = cells(row.at("table"), "fitted", "phases", phase, "left_max");
    SCOPED_TRACE("table " + row.at("table") + " phase " + row.at("phase"));
    bool const wide = row.at("table") == "I" || row.at("table") == "III";
    double const cliques = 5 * (wide ? 262144.0 : 16384.0);
    EXPECT_NEAR(mean(left), expected,
                5 * std::sqrt(2.0) * 3 * std::sqrt((expected + 1 / cliques) / cliques) + 1e-5);
    EXPECT_NEAR(*std::max_element(max.begin(), max.end()), greatest, std::max(2.0, greatest / 2));
    auto const ended = mean(cells(row.at("table"), "fitted", "phases", phase, "ended"));
    bool const in_every_seed = row.at("seeds") == "5";  // others count the seeds that came to this phase
    double const least = in_every_seed ? std::stod(row.at("instances_ended_min")) : 0;
    double const most = std::stod(row.at("instances_ended_max"));
    EXPECT_GE(ended, least - (most - least) - 0.001 * least);
    EXPECT_LE(ended, most + (most - least) + 0.001 * most);
  }
}

// One test, because each test is a process of its own and the forty runs serve all three.
TEST(ClexTables, TablesOneToFourAndFigureThree) {
  expect_every_cell_in_the_range_of_its_reading();
  expect_levels_above_the_first_to_cost_exactly_their_hops();
  expect_remaining_messages_as_in_figure_3();
}

}  // namespace
}  // namespace weft
