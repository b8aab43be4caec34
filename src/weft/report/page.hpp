// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/result.hpp"

/// Results as one HTML file without other files: it opens from disk and in mails, prints, and reads well
/// with scripts off. It loads no data, and its Content-Security-Policy allows no other script.
namespace weft::report {

/// A network that a page draws: its scene as the explorer's engines answer it, and a value of each channel.
struct PageNetwork {
  std::string scene;  ///< the bytes of a bundle (io/bundle.hpp)
  std::vector<float> values;
  std::string value_title;
};

/// A figure on a page.
struct PageFigure {
  std::string title;
  std::string name = {};                    ///< the stem of the file that it is saved as
  std::string caption = {};                 ///< its finding, in a sentence
  std::string alt = {};                     ///< the caption for screen readers
  std::string table = {};                   ///< the name of the table that it shows; may be empty
  std::string svg = {};                     ///< an SVG document that Weft drew
  std::string vega_lite = {};               ///< the same as Vega-Lite, or empty
  std::optional<PageNetwork> network = {};  ///< the network to move, turn and query
};

/// A result on a page, with its figures.
struct Part {
  Result result;
  std::vector<PageFigure> figures;
  std::string verb = {};        ///< the verb of the request; empty: unknown
  std::string title = {};       ///< its name among several; empty: made from the scenario
  std::string about = {};       ///< the question in Markdown, such as the README of a study
  std::vector<Part> runs = {};  ///< results that it is made from, folded in
  bool derived = false;         ///< made of other parts: no run with a scenario
};

/// How much of the results a page shows.
enum class Detail : std::uint8_t {
  brief,  ///< answers, figures and the heads of tables; no runs, no data to save
  usual,
  full,  ///< every row of every table, and every run
};

/// Options of a page.
struct PageOptions {
  std::string title = {};  ///< empty: made from the parts
  bool scripts = true;
  Detail detail = Detail::usual;
  std::string written = {};  ///< the date on the page
};

/// The page. Equal parts and options give equal bytes.
std::string page_html(std::vector<Part> const& parts, PageOptions const& options);

/// Whether this build can put scripts on a page: web/dist/report.js.gz was there.
bool has_scripts();

/// Rows of a table, and runs of a result, that a page of this detail shows at most.
std::size_t most_rows(Detail detail);
std::size_t most_runs(Detail detail);

}  // namespace weft::report
