// SPDX-License-Identifier: Apache-2.0
#include "weft/report/sections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/digest.hpp"
#include "weft/io/file_name.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/network/topologies.hpp"
#include "weft/report/encoding.hpp"
#include "weft/report/html.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

/// Returns the values of a parameter; for a repeated parameter, one per spec.
std::vector<std::string> values_of(ParamDoc const& param, std::string const& value) {
  if (param.use.repeated.empty() || !value.starts_with('[')) return {value};
  std::vector<std::string> values;
  for (auto const& spec : parse_nested(value)) values.push_back(spec.to_string());
  return values;
}

std::string words_of(ParamDoc const& param, std::string const& value) {
  auto const option = " " + option_name(param);
  if (param.type == "boolean") return value == "true" ? option : option + "=" + shell_word(value);
  std::string words;
  for (auto const& it : values_of(param, value)) {
    if (param.use.positional.empty())
      words += option + (it.starts_with('-') ? "=" : " ");
    else
      words += " ";
    words += shell_word(it);
  }
  return words;
}

}  // namespace

std::string short_topology(std::string const& spec) {
  try {
    return make_topology(spec)->spec(false);
  } catch (InputError const&) { return spec; }
}

std::string command_of(Result const& result) {
  if (result.request.empty()) return {};
  auto const request = Spec::parse(result.request);
  auto const& docs = verb::verb_docs();
  auto const doc = std::ranges::find(docs, request.name, &CatalogDoc::name);
  if (doc == docs.end()) return {};
  std::string positional, options;
  for (auto const& param : doc->params)
    for (auto const& [key, value] : request.arguments)
      if (key == param.name && key != "output")
        (param.use.positional.empty() ? options : positional) += words_of(param, value);
  return "weft " + request.name + positional + options;
}

std::string wrapped_command(std::string const& command) {
  constexpr std::size_t max_columns = 80;
  if (command.size() <= max_columns) return command;
  std::string out;
  std::size_t line = 0;
  bool quoted = false;
  for (std::size_t i = 0, end = 0; i < command.size(); i = end) {
    for (end = i; end < command.size(); ++end) {  // up to the next option
      if (command[end] == '\'') quoted = !quoted;
      if (!quoted && end > i && command.compare(end, 3, " --") == 0) break;
    }
    if (line > 0 && line + (end - i) + 2 > max_columns) {
      out += " \\\n ";
      line = 1;
    }
    out += command.substr(i, end - i);
    line += end - i;
  }
  return out;
}

namespace {

/// Maximum number of rows of a table of a collapsed run.
constexpr std::size_t max_rows_of_runs = 100;
/// Maximum number of runs on a page with all their contents; if there are more, each contains only its title
/// and answer until it is opened.
constexpr std::size_t max_unpacked_runs = 100;

std::string section(int level, std::string_view title, std::string const& id, std::string const& content,
                    std::string_view of = {}) {
  return fmt::format("<section{} aria-labelledby=\"{}\">\n{}{}</section>\n",
                     of.empty() ? "" : fmt::format(" class=\"{}\"", of), id, heading(level, title, id),
                     content);
}

/// Returns JSON for the script of the page.
std::string data_script(std::string_view of, std::string const& id, std::string const& json, bool pack) {
  auto const named = id.empty() ? id : fmt::format(" id=\"{}\"", id);
  if (pack && json.size() >= min_packed_bytes)
    return fmt::format("<script type=\"text/plain\" class=\"{} packed\"{}>{}</script>\n", of, named,
                       packed(json));
  return fmt::format("<script type=\"application/json\" class=\"{}\"{}>{}</script>\n", of, named,
                     json_in_html(json));
}

std::string definition(std::string_view term, std::string_view meaning) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", shown_html(term), shown_spec(meaning));
}

std::string scenario(Part const& part, Place const& place) {
  if (part.derived) return {};
  std::string list;
  for (auto const& [key, value] : part.result.scenario)
    if (!value.empty()) list += definition(key, value);
  auto content = "<dl class=\"settings\">\n" + list +
                 definition("seed", fmt::format("{}", part.result.seed)) + "</dl>\n";
  if (auto const command = command_of(part.result); !command.empty())
    content += fmt::format(
        "<p>The command that gives this result:</p>\n<div class=\"command\"><pre tabindex=\"0\"><code>{}</code></pre></div>\n",
        shown_spec(wrapped_command(command), std::string::npos));
  return section(place.level, "Scenario", place.id + "-scenario", content);
}

std::string table_id(Place const& place, std::size_t number) {
  return fmt::format("{}-table-{}", place.id, number);
}

/// Returns the SVG element of a figure without an XML declaration, labeled by the title and the description
/// on the page.
std::string inline_svg(PageFigure const& figure, std::string const& id) {
  auto const begin = figure.svg.find("<svg");
  if (begin == std::string::npos) return {};
  auto svg = figure.svg.substr(begin);
  auto const tag_end = svg.find('>');
  auto tag = svg.substr(0, tag_end);
  for (auto const* attribute :
       {" role=\"", " aria-label=\"", " aria-labelledby=\"", " aria-describedby=\""}) {
    auto const at = tag.find(attribute);
    if (at == std::string::npos) continue;
    auto const end = tag.find('"', at + std::string_view(attribute).size());
    tag.erase(at, end + 1 - at);
  }
  tag += fmt::format(" role=\"img\" aria-labelledby=\"{0}-title\"", id);
  if (!figure.alt.empty()) tag += fmt::format(" aria-describedby=\"{}-alt\"", id);
  return tag + svg.substr(tag_end);
}

/// Returns scene and values in base64, so that no text in them can end the element.
std::string network_html(PageNetwork const& network, bool pack) {
  std::string const values(reinterpret_cast<char const*>(network.values.data()),  // NOLINT
                           network.values.size() * sizeof(float));
  return fmt::format(
      "<script type=\"text/plain\" class=\"network{0}\">{1}</script>\n"
      "<script type=\"text/plain\" class=\"values{0}\" data-title=\"{2}\">{3}</script>\n",
      pack ? " packed" : "", pack ? packed(network.scene) : base64(network.scene),
      escape_html(network.value_title), pack ? packed(values) : base64(values));
}

std::string figure_id(Place const& place, std::size_t number) {
  return fmt::format("{}-figure-{}", place.id, number);
}

/// Returns the question. The titles of its pictures are the file names of figures on the page.
std::string about(Part const& part, Place const& place) {
  if (part.about.empty()) return {};
  auto const figure_of = [&](std::string_view title) {
    for (std::size_t i = 0; i < part.figures.size(); ++i)
      if (file_name_for(part.figures[i].name + ".svg") == title) return figure_id(place, i + 1);
    return std::string();
  };
  return fmt::format("<div class=\"about\">{}</div>\n", markdown_html(part.about, place.level, figure_of));
}

std::string figure_html(PageFigure const& figure, Part const& part, Place const& place, std::size_t number) {
  auto const id = figure_id(place, number);
  auto const table = std::ranges::find(part.result.tables, figure.table, &Table::name);
  auto const table_at = static_cast<std::size_t>(table - part.result.tables.begin()) + 1;
  bool const has_table = table != part.result.tables.end();
  auto out = fmt::format("<figure id=\"{}\"{}>\n", id,
                         has_table ? fmt::format(" data-table=\"{}\"", table_id(place, table_at)) : "");
  out += fmt::format(
      "<div class=\"picture\" role=\"region\" tabindex=\"0\" aria-labelledby=\"{}-title\">\n{}</div>\n", id,
      inline_svg(figure, id));
  out += fmt::format("<figcaption><strong id=\"{}-title\">Figure {}. {}.</strong> {}", id, number,
                     escape_html(figure.title), escape_html(figure.caption));
  if (has_table)
    out += fmt::format(" <a href=\"#{}\">Table: {}</a>", table_id(place, table_at),
                       escape_html(table->title.empty() ? table->name : table->title));
  if (!figure.alt.empty())
    out += fmt::format("<span class=\"unseen\" id=\"{}-alt\"> {}</span>", id, escape_html(figure.alt));
  out += "</figcaption>\n";
  if (!figure.vega_lite.empty()) out += data_script("chart", "", figure.vega_lite, place.pack);
  if (figure.network) out += network_html(*figure.network, place.pack);
  return out + "</figure>\n";
}

std::string figures(Part const& part, Place const& place) {
  std::string content;
  for (std::size_t i = 0; i < part.figures.size(); ++i)
    content += figure_html(part.figures[i], part, place, i + 1);
  return content.empty() ? "" : section(place.level, "Figures", place.id + "-figures", content);
}

std::string tables(Part const& part, Place const& place, std::size_t rows) {
  std::string content;
  for (std::size_t i = 0; i < part.result.tables.size(); ++i)
    content += table_html(part.result.tables[i], place, table_id(place, i + 1), rows);
  return content.empty() ? "" : section(place.level, "Tables", place.id + "-tables", content);
}

std::string notes(Part const& part, Place const& place) {
  if (part.result.notes.empty()) return {};
  std::string list;
  for (auto const& note : part.result.notes) list += fmt::format("<li>{}</li>\n", shown_html(note, 2000));
  return section(place.level, "Notes", place.id + "-notes", "<ul>\n" + list + "</ul>\n");
}

std::string provenance(Part const& part, Place const& place) {
  if (part.derived) return {};
  auto const& result = part.result;
  auto list = definition("run", run_id(result)) + definition("weft", result.version);
  if (!result.host.empty()) list += definition("host", result.host);
  list += definition("threads", fmt::format("{}", result.threads));
  for (auto const& timing : result.timings)
    list += definition(timing.stage, fmt::format("{:.3g} s", timing.seconds));
  return section(place.level, "How it was computed", place.id + "-computed",
                 "<dl class=\"settings\">\n" + list + "</dl>\n");
}

/// Returns the answer in one sentence; for a result without an answer, the caption of its first figure.
std::string answer_text(Part const& part) {
  if (!part.result.answer.empty()) return part.result.answer;
  bool const is_study = part.verb.empty();
  return is_study || part.figures.empty() ? std::string() : part.figures.front().caption;
}

std::string answer(Part const& part) {
  auto const text = answer_text(part);
  return text.empty() ? text : fmt::format("<p class=\"answer\">{}</p>\n", shown_html(text, 2000));
}

std::string run_html(Part const& run, Place const& place) {
  auto const rows = std::min(max_rows_of_runs, max_rows(place.detail));
  return answer(run) + scenario(run, place) + figures(run, place) + tables(run, place, rows) +
         notes(run, place) + provenance(run, place);
}

/// Returns the results from which this result is derived, as one expandable line each.
std::string runs(Part const& part, Place const& place) {
  if (part.runs.empty() || place.detail == Detail::brief) return {};
  std::string content;
  bool const many = part.runs.size() > max_unpacked_runs;
  for (std::size_t i = 0; i < part.runs.size(); ++i) {
    auto const& run = part.runs[i];
    Place const within{fmt::format("{}-run-{}", place.id, i + 1), place.level + 1, place.pack && !many,
                       place.detail};
    content +=
        fmt::format("<details class=\"run\" id=\"{}\"><summary>{} <span class=\"note\">{}</span></summary>\n",
                    within.id, shown_html(title_of(run), 200), shown_html(run.result.answer, 200));
    if (!many)
      content += run_html(run, within);
    else if (place.pack)
      content += fmt::format("<script type=\"text/plain\" class=\"packed\">{}</script>\n",
                             packed(run_html(run, within)));
    content += "</details>\n";
  }
  if (many)
    content = fmt::format("<p class=\"note\">{} runs. {}</p>\n", part.runs.size(),
                          place.pack ? "Each is unpacked when it is opened, which needs scripts."
                                     : "A report with scripts has their figures and tables, too.") +
              content;
  return section(place.level, "Runs", place.id + "-runs", content, "runs");
}

}  // namespace

std::string heading(int level, std::string_view text, std::string_view id) {
  int const shown = std::min(level, 6);
  auto const attribute = id.empty() ? std::string() : fmt::format(" id=\"{}\"", id);
  return fmt::format("<h{0}{1}>{2}</h{0}>\n", shown, attribute, shown_html(text));
}

std::string title_of(Part const& part) {
  if (!part.title.empty()) return part.title;
  std::string networks, first;
  for (auto const& [key, value] : part.result.scenario) {
    if (first.empty()) first = value;
    if (key == "topology" || key.starts_with("topology "))
      networks += (networks.empty() ? "" : ", ") + short_topology(value);
  }
  auto const& about = networks.empty() ? first : networks;
  auto const text = part.verb + (part.verb.empty() || about.empty() ? "" : " ") + about;
  return text.empty() ? "Result" : text;
}

std::string part_html(Part const& part, Place const& place) {
  auto out = answer(part) + about(part, place);
  return out + figures(part, place) + scenario(part, place) + tables(part, place, max_rows(place.detail)) +
         runs(part, place) + notes(part, place) + provenance(part, place) +
         (place.detail == Detail::brief || part.derived ? "" : data_html(part, place));
}

std::string data_html(Part const& part, Place const& place) {
  auto cut = part.result;
  auto const rows = max_rows(place.detail);
  for (auto& table : cut.tables)
    if (table.rows.size() > rows) {
      cut.notes.push_back(
          fmt::format("table {}: the first {} of {} rows", table.name, rows, table.rows.size()));
      table.rows.resize(rows);
    }
  return data_script("result", place.id + "-result", result_json(cut), place.pack);
}

namespace {

/// Returns whether most cells of the column are numbers; others may be bounds, such as `12 to 14`.
bool is_numeric(Table const& table, std::size_t column) {
  std::size_t numbers = 0, texts = 0;
  for (auto const& row : table.rows) {
    numbers += row[column].is_number() ? 1 : 0;
    texts += row[column].is_text() ? 1 : 0;
  }
  return numbers > texts;
}

std::string cell(Value const& value, Column const& column, bool numeric, bool heads_row) {
  auto const exact = value.exact_text(), text = value.short_text(column.decimals);
  auto const* tag = heads_row ? "th" : "td";
  std::string attributes = heads_row ? " scope=\"row\"" : "";
  if (numeric) attributes += " class=\"number\"";
  if (text != exact) attributes += fmt::format(" data-exact=\"{}\"", escape_html(exact));
  return fmt::format("<{}{}>{}</{}>", tag, attributes, shown_html(text), tag);
}

std::string head(Column const& column, bool numeric) {
  auto attributes = std::string(numeric ? " class=\"number\"" : "");
  if (!column.doc.empty()) attributes += fmt::format(" title=\"{}\"", escape_html(column.doc));
  auto const unit = column.unit.empty()
                        ? std::string()
                        : fmt::format(" <span class=\"unit\">[{}]</span>", escape_html(column.unit));
  auto const shown = weft::heading(column);
  if (shown != column.name)  // the script saves the table with the header of Weft's files
    attributes += fmt::format(" data-exact=\"{}\"", escape_html(csv_heading(column)));
  return fmt::format("<th scope=\"col\"{}>{}{}</th>", attributes, shown_html(shown), unit);
}

/// Returns the heading of a column and, if it differs, the name by which files and `weft figure` know the
/// column.
std::string explained_name(Column const& column) {
  auto const shown = weft::heading(column);
  if (shown == column.name) return shown_html(shown);
  return fmt::format("{} <code>{}</code>", shown_html(shown), shown_html(column.name));
}

std::string explanations(Table const& table) {
  std::string list;
  for (auto const& column : table.columns)
    if (!column.doc.empty())
      list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", explained_name(column), escape_html(column.doc));
  if (list.empty()) return {};
  return "<details class=\"columns\"><summary>Columns</summary>\n<dl>\n" + list + "</dl></details>\n";
}

/// Returns whether the first column identifies the rows: its cells are distinct strings.
bool heads_rows(Table const& table) {
  if (table.columns.size() < 2) return false;
  std::vector<std::string> names;
  for (auto const& row : table.rows) {
    if (!row.front().is_text()) return false;
    names.push_back(row.front().exact_text());
  }
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

}  // namespace

std::string table_html(Table const& table, Place const& place, std::string const& id, std::size_t rows) {
  auto const title = table.title.empty() ? table.name : table.title;
  auto out = fmt::format("<section class=\"table\" data-name=\"{}\">\n{}", escape_html(table.name),
                         heading(place.level + 1, title, id));
  out += fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"{}\">\n<table>\n<thead><tr>",
      id);
  std::vector<bool> numeric(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    numeric[i] = is_numeric(table, i);
    out += head(table.columns[i], numeric[i]);
  }
  out += "</tr></thead>\n<tbody>\n";
  bool const named = heads_rows(table);
  for (std::size_t r = 0; r < std::min(rows, table.rows.size()); ++r) {
    out += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      out += cell(table.rows[r][i], table.columns[i], numeric[i], named && i == 0);
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n</div>\n";
  if (table.rows.size() > rows)
    out +=
        fmt::format("<p class=\"note\">The first {} of {} rows. `-o DIR` writes all of them as {}.csv.</p>\n",
                    rows, table.rows.size(), escape_html(table.name));
  return out + explanations(table) + "</section>\n";
}

}  // namespace weft::report
