// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/list/list.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/schema.hpp"

namespace weft::verb {
namespace {

/// Whether the period at `at` belongs to an abbreviation: an initial, "et al.", "e.g.".
bool abbreviates(std::string_view text, std::size_t at) {
  auto const before = text.substr(0, at);
  auto const word = before.substr(before.find_last_of(" .(") + 1);
  return word.size() <= 1 || word == "al";
}

/// The doc up to its first clause.
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

/// The text in lower case, with single spaces in place of punctuation, and one at each end.
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

/// Whether the words occur in a text, one after the other; the last one may go on.
bool mentions(std::string_view text, std::string const& words) {
  return words_of(text).find(words) != std::string::npos;
}

/// The sentence of a text that contains the words.
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

/// The entries of all catalogs whose texts contain the words of `name`: where, and in which sentence.
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

class ListExperiment final : public Experiment {
 public:
  explicit ListExperiment(List::Params const& params) : Experiment(List::name), schema_(params.schema) {
    if (params.schema) {
      if (!params.name.empty())
        throw InputError("name=" + shown(params.name), "a schema has all names", "omit it", "name");
      resolve({{"schema", "true"}});
      return;
    }
    resolve({{"name", params.name}});
    std::vector<std::string> names;
    for (auto const& section : list_catalogs()) {
      bool const is_asked = params.name == section.kind || params.name == table_name(section.kind);
      if (params.name.empty() || is_asked) tables_.push_back(section_table(section));
      names.push_back(table_name(section.kind));
      for (auto const& entry : section.entries) {
        names.push_back(entry.name);
        names.insert(names.end(), entry.aliases.begin(), entry.aliases.end());
        if (entry.name == params.name || std::ranges::find(entry.aliases, params.name) != entry.aliases.end())
          tables_.push_back(entry_table(section, entry));
      }
    }
    if (tables_.empty())
      if (auto found = mentions_table(params.name); !found.rows.empty()) tables_.push_back(std::move(found));
    if (tables_.empty())
      throw InputError("unknown name '" + params.name + "'", "", suggest(params.name, names), "name");
  }

  Estimate estimate() const override { return short_run; }
  std::vector<OutputFile> attachments() const override {
    if (!schema_) return {};
    return {{"schema.json", text_, true}};
  }

 private:
  void execute(Result& result, Progress&) override {
    result.tables = std::move(tables_);
    if (schema_) text_ = full_schema_json();
  }

  bool schema_;
  std::string text_;
  std::vector<Table> tables_;
};

}  // namespace

ExperimentPtr List::assemble(Params const& params) { return std::make_unique<ListExperiment>(params); }

}  // namespace weft::verb
