// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "weft/study/expression.hpp"
#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

/// Returns a type in words: `expression|axis!` becomes "expression or axis, required".
std::string type_words(KeyDoc const& key) {
  std::string words;
  for (auto const& [name, list] : key.alternatives())
    words += fmt::format("{}{}{}", words.empty() ? "" : " or ", list ? "list of " : "", name);
  return words + (key.is_required() ? ", required" : "");
}

std::string section(KeyGroup const& group) {
  auto text =
      fmt::format("\n## {}\n\n{}\n\n| key | value | meaning |\n|---|---|---|\n", group.title, group.words);
  for (auto const& key : group.keys)
    text += fmt::format("| `{}` | {} | {} |\n", key.name, type_words(key), escape_bars(key.doc));
  return text;
}

constexpr char const* introduction = R"page(# The format of studies

<!-- Written by `weft docs`; do not edit. -->

This page lists the keys of `study.toml`, for authors of studies. A study is a directory with such a file, which
specifies the runs and the presentation of their results. `weft run DIR` runs it, stores each result as soon as it is
finished, and writes the tables and pictures. `weft explain DIR` describes the runs, and `--dry-run` lists them with the
memory and time that they need. `--only LABEL` runs a part. `--check` fails with status 3 if a figure misses its stated
tolerance, and lists the figures that missed.

```toml
title = "Torus against dragonfly"

[base]                                   # common settings of all runs
verb = "sweep"
engine = "flit:vcs=4"
rates = "0.1x0.3x0.5"

[[run]]
label = { machine = "torus" }
topology = "torus:sides=8x8"

[[run]]
label = { machine = "dragonfly" }
topology = "dragonfly:p=2,a=4,h=2"

[[present]]
kind = "table"
name = "throughput"
title = "The maximum accepted rate"
from = "curve"
group = "machine"
columns = ["machine", { name = "throughput", of = "max(accepted)", published = "0.5", tolerance = "20 %" }]

[[present]]
kind = "curves"
name = "latency"
title = "Latency over load"
from = "curve"
where = "starts(ending, 'measured')"
series = "machine"
x = { of = "rate", title = "injection rate", unit = "flits per cycle and terminal" }
y = { of = "latency", title = "latency", unit = "cycles" }
```
)page";

constexpr char const* expression_words = R"page(
## Expressions

An expression computes a value from a row. A name in it refers to, in this order: a name of `define` or a joined column, a column
of the table that `from` names, a label, a cell of a result table (`summary.makespan` in its first row, `levels[2].avg_hops` in
the row whose first cell is 2), the seconds of a stage (`seconds.mapping`), a nested parameter of the scenario
(`topology.sides`, `engine.vcs`), the run's `answer` or `verb`, or a parameter of the verb as the study states it (`topology`,
`routing`, `seed`). Quote a name with other characters in backquotes. In a column, the names of earlier columns count too.

Text is written in 'single quotes'. The operators are `+ - * / ^`, `== != < <= > >=` and `and or not`; `=` is equivalent to `==`,
and a comparison returns 1 or 0.
An empty value makes a sum or product empty and a comparison false. Functions over a group skip empty values. Outside them, a
name must have the same value in the whole group.

| function | value |
|---|---|
)page";

}  // namespace

std::string escape_bars(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::vector<KeyGroup> key_groups() {
  std::vector<KeyGroup> groups{
      {"study", "study.toml",
       "The file itself. `{study}` in a value is replaced by the directory of the file.", study_keys()},
      {"run", "[[run]]", "A run also has the parameters of its verb, see [command.md](command.md).",
       run_keys()},
      {"replicate", "replicate",
       "Runs the seeds from `seed` on, 50 % more each time, until the mean is precise. Conflicts with "
       "`seeds`. In `[base]`, it applies to all runs.",
       Series::replicate_keys()},
      {"bisect", "bisect",
       "Runs both ends, then the middle of the remaining interval. The result contains the interval of the "
       "value. With "
       "`seeds` or `replicate`, each value has several runs.",
       Series::bisect_keys()},
      {"refine", "refine",
       "Runs evenly spaced points, then points between those where the curve bends or ends, such as the "
       "knee before saturation.",
       Series::refine_keys()}};
  for (auto const& kind : presentation_kinds()) {
    std::vector<KeyDoc> keys;
    for (auto const& group : kind.keys) keys.insert(keys.end(), group.begin(), group.end());
    groups.push_back({kind.name, fmt::format("Presentation `{}`", kind.name),
                      fmt::format("It shows {}.", kind.doc), std::move(keys)});
  }
  groups.push_back({"column", "A column", "An entry of `columns`.", column_keys()});
  groups.push_back({"claim", "A claim", "An entry of `check`.", claim_keys()});
  groups.push_back(
      {"join", "A join",
       "`join` is one of these tables, or a list of them. At most one row of the other table may match.",
       Source::join_keys()});
  groups.push_back({"chart", "A chart", "An entry of `charts`.", Figure::chart_entry_keys()});
  groups.push_back({"axis", "An axis", "`x` and `y`.", Figure::axis_keys()});
  groups.push_back({"value", "A value", "An entry of `values`.", Figure::value_keys()});
  groups.push_back({"reference", "A reference", "An entry of `references`.", Figure::reference_keys()});
  return groups;
}

std::string reference_page() {
  std::string text = introduction;
  for (auto const& group : key_groups()) text += section(group);
  text += expression_words;
  for (auto const& function : expression_functions())
    text += fmt::format("| `{}` | {} |\n", function.call, escape_bars(function.doc));
  return text;
}

}  // namespace weft::study
