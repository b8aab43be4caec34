// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/result.hpp"
#include "weft/report/page.hpp"

namespace weft::report {

/// The shell command that computes this result again: the words of its request. Empty if the result does not
/// contain them, as results of older versions.
std::string command_of(Result const& result);

/// A topology without its defaults; as it is given if it cannot be made here.
std::string short_topology(std::string const& spec);

/// A command over several lines, each but the last with a backslash at its end: options begin lines where the
/// whole is longer than 80 columns.
std::string wrapped_command(std::string const& command);

}  // namespace weft::report

/// The sections of a page. Each begins with a heading of its level; ids of elements are numbers, never names.
namespace weft::report {

/// Where a part stands on the page.
struct Place {
  std::string id;     ///< begins the id of everything in it
  int level = 2;      ///< of the headings of its sections
  bool pack = false;  ///< long data are packed, for a script that unpacks them
  Detail detail = Detail::usual;
};

std::string heading(int level, std::string_view text, std::string_view id = {});

/// The answer, the question, the scenario, figures, tables, notes, how it was computed, and its runs.
std::string part_html(Part const& part, Place const& place);

/// A table with its columns explained; rows after `rows` are only counted.
std::string table_html(Table const& table, Place const& place, std::string const& id, std::size_t rows);

/// The result as JSON to save, with tables cut to the rows that the page may show.
std::string data_html(Part const& part, Place const& place);

/// The name of a part among several.
std::string title_of(Part const& part);

}  // namespace weft::report
