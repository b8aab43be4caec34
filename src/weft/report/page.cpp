// SPDX-License-Identifier: Apache-2.0
#include "weft/report/page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/io/digest.hpp"
#include "weft/report/assets.hpp"
#include "weft/report/html.hpp"
#include "weft/report/sections.hpp"

namespace weft::report {
namespace {

/// Returns a Content-Security-Policy that allows only the scripts and styles of this build, no requests and
/// no forms.
std::string policy(bool scripts) {
  auto text = fmt::format(
      "default-src 'none'; style-src {}; img-src data: blob:; connect-src 'none'; base-uri 'none'; "
      "form-action 'none'",
      hash_source(page_style()));
  if (scripts)
    text += fmt::format("; script-src {} 'sha256-{}'", hash_source(page_loader()), script_digest());
  return text;
}

std::string head(std::string const& title, bool scripts) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n",
      policy(scripts), escape_html(title), page_style());
}

Place place_of(std::size_t part, bool single, PageOptions const& options = {}) {
  return {fmt::format("part-{}", part + 1), single ? 2 : 3, options.scripts, options.detail};
}

/// Returns the table of contents: the parts, or the sections if there is only one part.
std::string contents(std::vector<Part> const& parts, Detail detail) {
  std::string list;
  auto const add = [&](std::string const& id, std::string const& text) {
    list += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, shown_html(text, 200));
  };
  if (parts.size() > 1) {
    for (std::size_t i = 0; i < parts.size(); ++i) add(place_of(i, false).id, title_of(parts[i]));
  } else if (!parts.empty()) {
    auto const& part = parts.front();
    auto const id = place_of(0, true).id;
    if (!part.figures.empty()) add(id + "-figures", "Figures");
    add(id + "-scenario", "Scenario");
    if (!part.result.tables.empty()) add(id + "-tables", "Tables");
    if (!part.runs.empty() && detail != Detail::brief) add(id + "-runs", "Runs");
    if (!part.result.notes.empty()) add(id + "-notes", "Notes");
    add(id + "-computed", "How it was computed");
  }
  return "<nav aria-label=\"Contents\"><ul>\n" + list + "</ul></nav>\n";
}

std::string foot(std::vector<Part> const& parts, PageOptions const& options) {
  std::string out = "<footer>\n<p>Written by Weft";
  if (!parts.empty()) out += " " + escape_html(parts.front().result.version);
  if (!options.written.empty()) out += " on " + escape_html(options.written);
  out += ". This file loads nothing and sends nothing.</p>\n";
  if (options.scripts)
    out += fmt::format(
        "<details class=\"licenses\"><summary>Licenses of the scripts in this file</summary>\n"
        "<pre tabindex=\"0\">{}</pre></details>\n",
        escape_html(script_licenses()));
  return out + "</footer>\n";
}

}  // namespace

std::size_t max_rows(Detail detail) {
  constexpr std::size_t brief = 20, usual = 10'000;
  return detail == Detail::full ? std::string::npos : detail == Detail::brief ? brief : usual;
}

std::size_t max_runs(Detail detail) {
  constexpr std::size_t usual = 1'000;
  return detail == Detail::full ? std::string::npos : detail == Detail::brief ? 0 : usual;
}

bool has_scripts() { return !script_gzip().empty(); }

std::string page_html(std::vector<Part> const& parts, PageOptions const& given) {
  auto options = given;
  options.scripts = given.scripts && has_scripts();
  bool const single = parts.size() == 1;
  auto const results = std::ranges::count(parts, false, &Part::derived);
  auto const title = !options.title.empty() ? options.title
                     : single               ? title_of(parts.front())
                                            : fmt::format("{} results", results);
  auto out = head(title, options.scripts);
  out += "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n";
  out += heading(1, title) + "</header>\n" + contents(parts, options.detail) +
         "<main id=\"main\" tabindex=\"-1\">\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto const place = place_of(i, single, options);
    out += fmt::format("<article class=\"part\" id=\"{}\">\n", place.id);
    if (!single) out += heading(2, title_of(parts[i]));
    out += part_html(parts[i], place) + "</article>\n";
  }
  out += "</main>\n" + foot(parts, options);
  if (options.scripts)
    out += fmt::format("<script type=\"text/plain\" id=\"weft-script\">{}</script>\n<script>{}</script>\n",
                       base64(script_gzip()), page_loader());
  return out + "</body>\n</html>\n";
}

}  // namespace weft::report
