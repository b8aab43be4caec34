// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/result.hpp"

/// Results as one self-contained HTML file: it opens from disk or as an email attachment, prints, and is
/// readable with scripts disabled. It loads no data, and its Content-Security-Policy allows only its own
/// scripts.
namespace weft::report {

/// A network that a page draws: its scene, in the format of the explorer, and a value for each channel.
struct PageNetwork {
  std::string scene;  ///< the bytes of a bundle (io/bundle.hpp)
  std::vector<float> values;
  std::string value_title;
};

/// A figure on a page.
struct PageFigure {
  std::string title;
  std::string name = {};                    ///< stem of the file name when it is saved
  std::string caption = {};                 ///< the finding, in a sentence
  std::string alt = {};                     ///< the caption for screen readers
  std::string table = {};                   ///< name of the table that the figure shows; may be empty
  std::string svg = {};                     ///< SVG document, drawn by Weft
  std::string vega_lite = {};               ///< Vega-Lite specification of the figure, or empty
  std::optional<PageNetwork> network = {};  ///< interactive network
};

/// A result on a page, with its figures.
struct Part {
  Result result;
  std::vector<PageFigure> figures;
  std::string verb = {};        ///< the verb of the request; empty: unknown
  std::string title = {};       ///< title among several parts; empty: derived from the scenario
  std::string about = {};       ///< the question in Markdown, such as the README of a study
  std::vector<Part> runs = {};  ///< results from which this result is derived, shown collapsed
  bool derived = false;         ///< derived from other parts: not a run with a scenario
};

/// Amount of detail on a page.
enum class Detail : std::uint8_t {
  brief,  ///< answers, figures and the first rows of tables; no runs, no data to save
  usual,
  full,  ///< every row of every table, and every run
};

/// Options of a page.
struct PageOptions {
  std::string title = {};  ///< empty: derived from the parts
  bool scripts = true;
  Detail detail = Detail::usual;
  std::string written = {};  ///< the date on the page
};

/// Returns the page. Equal parts and options give equal bytes.
std::string page_html(std::vector<Part> const& parts, PageOptions const& options);

/// Returns whether this build contains the scripts of pages (web/dist/report.js.gz).
bool has_scripts();

/// Return the maximum number of rows of a table, and of runs of a result, on a page.
std::size_t max_rows(Detail detail);
std::size_t max_runs(Detail detail);

}  // namespace weft::report
