// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/list/list.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/core/error.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/list/glossary.hpp"
#include "weft/verb/schema.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Returns whether the period at `at` ends an abbreviation: an initial, "et al.", "e.g.".
bool abbreviates(std::string_view text, std::size_t at) {
  auto const before = text.substr(0, at);
  auto const word = before.substr(before.find_last_of(" .(") + 1);
  return word.size() <= 1 || word == "al";
}

/// Returns the first clause of the doc.
std::string gist(std::string const& text) {
  std::size_t end = text.size();
  for (char const* stop : {" (", ": ", "; "}) end = std::min(end, text.find(stop));
  auto period = text.find(". ");
  while (period < end && abbreviates(text, period)) period = text.find(". ", period + 1);
  return text.substr(0, std::min(end, period));
}

Table section_table(CatalogSection const& section) {
  Table table{table_name(section.kind), section.kind, {{"name"}, {"parameters"}, {"what it is"}}, {}};
  for (auto const& entry : section.entries) {
    std::string keys;
    for (auto const& param : entry.params) keys += (keys.empty() ? "" : ", ") + param.name;
    table.add_row({entry.name, keys, gist(entry.doc)});
  }
  return table;
}

Table entry_table(CatalogSection const& section, CatalogDoc const& entry) {
  Table table{"parameters_of_" + table_name(section.kind),
              fmt::format("{} ({}): {}", entry.name, section.kind, entry.doc),
              {{"parameter"}, {"default"}, {"legal"}, {"meaning"}},
              {}};
  for (auto const& [heading, params] : groups_of(section, entry)) {
    if (!heading.empty()) table.add_row({"", "", "", heading + ":"});
    for (auto const& param : params) {
      table.add_row(
          {param.name, param.default_value,
           (param.range.empty() ? param.type : param.range) + (param.unit.empty() ? "" : " " + param.unit),
           param.doc});
      for (auto const& [value, doc] : param.values) table.add_row({"", "", value, doc});
    }
  }
  return table;
}

/// Returns the properties of an entry in closed form.
Table closed_forms_table(CatalogDoc const& entry) {
  Table table{"closed_forms", "Closed forms", {{"name"}, {"meaning"}}, {}};
  table.add_row({entry.name, entry.formulae});
  return table;
}

/// Returns the text in lower case, with a single space for each run of punctuation, and one at each end.
std::string words_of(std::string_view text) {
  std::string words = " ";
  for (unsigned char const c : text)
    if (std::isalnum(c) != 0 || c >= 0x80)
      words += static_cast<char>(std::tolower(c));
    else if (words.back() != ' ')
      words += ' ';
  if (words.back() != ' ') words += ' ';
  return words;
}

/// Returns whether a string contains consecutive words. Without a space at the end of `words`, the last word
/// may be a prefix.
bool mentions(std::string_view text, std::string const& words) {
  return words_of(text).find(words) != std::string::npos;
}

/// Returns the first sentence that contains the words.
std::string sentence_with(std::string const& text, std::string const& words) {
  for (std::size_t begin = 0; begin < text.size();) {
    auto end = text.find(". ", begin);
    while (end != std::string::npos && abbreviates(text, end)) end = text.find(". ", end + 1);
    auto const sentence = text.substr(begin, end == std::string::npos ? end : end - begin);
    if (end == std::string::npos || mentions(sentence, words)) return sentence;
    begin = end + 2;
  }
  return text;
}

/// Returns the catalog entries with docs that contain the words of `name`, and the matching sentences.
Table mentions_table(std::string const& name) {
  Table table{"mentions",
              "Entries that mention '" + name + "'",
              {{"catalog"}, {"name"}, {"parameter"}, {"text"}},
              {}};
  auto words = words_of(name);
  words.pop_back();
  if (words.size() < 2) return table;
  auto const add = [&](CatalogSection const& section, CatalogDoc const& entry, std::string const& parameter,
                       std::string const& label, std::string const& doc) {
    if (mentions(label, words) || mentions(doc, words))
      table.add_row({section.kind, entry.name, parameter, sentence_with(doc, words)});
  };
  for (auto const& section : list_catalogs())
    for (auto const& entry : section.entries) {
      add(section, entry, "", entry.name, entry.doc);
      for (auto const& param : entry.params) {
        add(section, entry, param.name, param.name, param.doc);
        for (auto const& [value, doc] : param.values)
          add(section, entry, param.name + "=" + value, value, doc);
      }
    }
  return table;
}

/// Returns the verbs as a catalog.
CatalogSection const& verbs() {
  static CatalogSection const section{"verbs", "The questions that `weft` answers.", verb_docs()};
  return section;
}

Table metric_table(std::string const& name) {
  Table table{name.empty() ? "metrics" : "metric",
              name.empty() ? "metrics" : "Metric",
              {{"name"}, {"unit"}, {"key"}, {"what it is"}},
              {}};
  if (!name.empty()) table.columns.back().name = "meaning";
  for (auto const& [key, title, unit, doc] : metric_docs())
    if (name.empty() || words_of(key) == words_of(name) || words_of(title) == words_of(name))
      table.add_row({title, unit, key, doc});
  return table;
}

/// Returns whether `name` is a name of a term. The term `virtual channel (vc)` has three: its whole text, the
/// words and the abbreviation.
bool is_term(std::string const& term, std::string const& name) {
  auto const open = term.find('('), close = term.find(')', open);
  if (words_of(term) == words_of(name)) return true;
  if (open == std::string::npos) return false;
  return words_of(term.substr(0, open)) == words_of(name) ||
         words_of(term.substr(open + 1, close - open - 1)) == words_of(name);
}

Table terms_table(std::string const& name) {
  Table table{name.empty() ? "terms" : "term", name.empty() ? "terms" : "Term", {{"term"}, {"meaning"}}, {}};
  for (auto const& [word, meaning] : glossary())
    if (name.empty() || is_term(word, name)) table.add_row({word, meaning});
  return table;
}

/// Calls `visit(kind, entry)` for each verb and each catalog entry.
template <class Visit>
void visit_entries(Visit const& visit) {
  for (auto const& entry : verbs().entries) visit(std::string("verb"), entry);
  for (auto const& section : list_catalogs())
    for (auto const& entry : section.entries) visit(section.kind, entry);
}

/// Appends `owner` to the cell `of` of the row that equals `row` in all other cells, or adds such a row.
void add_owner(std::vector<Value> row, std::size_t of, std::string const& owner, Table& table) {
  for (auto& known : table.rows) {
    bool is_same = true;
    for (std::size_t c = 0; c < row.size(); ++c) is_same &= c == of || known[c] == row[c];
    if (!is_same) continue;
    known[of] = known[of].short_text() + ", " + owner;
    return;
  }
  row[of] = owner;
  table.add_row(std::move(row));
}

/// Returns the parameters called `name`, grouped by meaning.
Table parameter_table(std::string const& name) {
  Table table{"parameter", "Parameter", {{"parameter"}, {"default"}, {"legal"}, {"meaning"}, {"of"}}, {}};
  visit_entries([&](std::string const& kind, CatalogDoc const& entry) {
    for (auto const& param : entry.params)
      if (is_called(param, name) || in_kebab_case(param.name) == name)
        add_owner(
            {param.name, param.default_value,
             (param.range.empty() ? param.type : param.range) + (param.unit.empty() ? "" : " " + param.unit),
             param.doc, Value()},
            4, kind == "verb" ? "weft " + entry.name : entry.name, table);
  });
  return table;
}

/// Returns the values called `name`, e.g. formats.
Table value_table(std::string const& name) {
  Table table{"value", "Value", {{"value"}, {"meaning"}, {"of"}}, {}};
  visit_entries([&](std::string const& kind, CatalogDoc const& entry) {
    for (auto const& param : entry.params)
      for (auto const& [value, doc] : param.values)
        if (value == name)
          add_owner({value, doc, Value()}, 2,
                    kind == "verb" ? fmt::format("weft {} {}", entry.name, option_name(param))
                                   : fmt::format("{}:{}", entry.name, param.name),
                    table);
  });
  return table;
}

class ListExperiment final : public Experiment {
 public:
  explicit ListExperiment(List::Params const& params) : Experiment(List::name), schema_(params.schema) {
    if (params.schema) {
      if (!params.name.empty())
        throw InputError("schema conflicts with the name " + shown(params.name),
                         "a schema contains all names", "omit the name", "name");
      resolve({{"schema", "true"}});
      return;
    }
    resolve({{"name", params.name}});
    std::vector<std::string> names;
    if (!params.name.empty()) add_tables({terms_table(params.name), metric_table(params.name)});
    for (auto const& section : list_catalogs()) {
      bool const is_asked = params.name == section.kind || params.name == table_name(section.kind);
      if (params.name.empty() || is_asked) tables_.push_back(section_table(section));
      names.push_back(table_name(section.kind));
      for (auto const& entry : section.entries) {
        names.push_back(entry.name);
        names.insert(names.end(), entry.aliases.begin(), entry.aliases.end());
        if (entry.name != params.name && std::ranges::find(entry.aliases, params.name) == entry.aliases.end())
          continue;
        tables_.push_back(entry_table(section, entry));
        if (!entry.formulae.empty()) tables_.push_back(closed_forms_table(entry));
      }
    }
    auto const of_catalogs = nearest(params.name, names);
    add_what_is_in_no_catalog(params.name, names);
    if (tables_.empty())
      if (auto found = mentions_table(params.name); !found.rows.empty()) tables_.push_back(std::move(found));
    if (tables_.empty())
      throw InputError(
          "unknown name '" + params.name + "'", "",
          of_catalogs.empty() ? suggest(params.name, names) : fmt::format("did you mean '{}'?", of_catalogs),
          "name");
  }

  Estimate estimate() const override { return short_run; }
  std::vector<OutputFile> attachments() const override {
    if (!schema_) return {};
    return {{"schema.json", text_, true}};
  }

 private:
  void execute(Result& result, Progress&) override {
    result.tables = std::move(tables_);
    for (auto& table : result.tables) table.digest.role = Digest::Role::whole;
    if (schema_) text_ = full_schema_json();
  }

  /// Adds the tables that have rows.
  void add_tables(std::vector<Table> tables) {
    for (auto& table : tables)
      if (!table.rows.empty()) tables_.push_back(std::move(table));
  }

  /// Adds the tables of verbs, parameters and values called `name`, and appends the names to suggest.
  void add_what_is_in_no_catalog(std::string const& name, std::vector<std::string>& names) {
    for (auto const& verb : verbs().entries) {
      names.push_back(verb.name);
      if (verb.name == name) tables_.push_back(entry_table(verbs(), verb));
    }
    for (auto const& metric : metric_docs()) names.emplace_back(metric.key);
    for (auto const& term : glossary()) names.push_back(term.word);
    for (char const* kind : {"verbs", "metrics", "terms"}) names.emplace_back(kind);
    if (name.empty() || name == "verbs") tables_.push_back(section_table(verbs()));
    if (name.empty() || name == "metrics") tables_.push_back(metric_table(""));
    if (name.empty() || name == "terms") tables_.push_back(terms_table(""));
    if (!name.empty()) add_tables({parameter_table(name), value_table(name)});
  }

  bool schema_;
  std::string text_;
  std::vector<Table> tables_;
};

}  // namespace

ExperimentPtr List::assemble(Params const& params) { return std::make_unique<ListExperiment>(params); }

}  // namespace weft::verb
