// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/result.hpp"
#include "weft/report/page.hpp"

namespace weft::report {

/// Returns the shell command that recomputes the result; empty if the result does not contain its request, as
/// in results of older versions.
std::string command_of(Result const& result);

/// Returns a topology spec without parameters at their defaults; unchanged if this process cannot construct
/// the topology.
std::string short_topology(std::string const& spec);

/// Wraps a command longer than 80 columns: breaks lines before options, with a backslash at the end of each
/// line but the last.
std::string wrapped_command(std::string const& command);

}  // namespace weft::report

/// The sections of a page. Each begins with a heading of its level; ids of elements are numbers, never names.
namespace weft::report {

/// The context of a part on the page.
struct Place {
  std::string id;     ///< prefix of the ids of all its elements
  int level = 2;      ///< level of the headings of its sections
  bool pack = false;  ///< long data are compressed; a script unpacks them
  Detail detail = Detail::usual;
};

std::string heading(int level, std::string_view text, std::string_view id = {});

/// Returns the part: answer, question, scenario, figures, tables, notes, computation, and its runs.
std::string part_html(Part const& part, Place const& place);

/// Returns a table with explanations of its columns; rows after the first `rows` are only counted.
std::string table_html(Table const& table, Place const& place, std::string const& id, std::size_t rows);

/// Returns the result as JSON that the reader can save, with tables cut to the rows that the page may show.
std::string data_html(Part const& part, Place const& place);

/// Returns the title of a part among several.
std::string title_of(Part const& part);

}  // namespace weft::report
