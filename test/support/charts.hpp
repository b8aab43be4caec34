// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/chart/chart.hpp"

/// Charts that several tests draw.
namespace weft::chart {

inline LineChart latency_chart() {
  LineChart chart{{"Latency & load", "8×8 torus", "weft <1>"},
                  {"offered load", "flits/cycle"},
                  {"latency", "cycles"},
                  {}};
  chart.series = {
      {"dimension order", {0.1, 0.2, 0.3, 0.4}, {20, 22, 30, 95}, {19, 20, 28, 80}, {22, 25, 33, 110}},
      {"valiant", {0.1, 0.2, 0.3}, {35, 41, 88}}};
  chart.references = {{"capacity", 0.45, true}, {"zero load", 18, false}};
  return chart;
}

inline BarChart levels_chart() {
  BarChart chart{{"Rounds"}, "level", {"1", "2", "3", "4"}, {"rounds"}, {}};
  chart.series = {{"published", {13.69, 4.11, 2.05, 1.03}},
                  {"literal", {13.44, 4.1, 2.05, 1.03}, {13, 4, 2, 1}, {14, 4.2, 2.1, 1.1}}};
  return chart;
}

}  // namespace weft::chart
