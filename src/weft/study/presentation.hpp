// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/table.hpp"
#include "weft/io/toml.hpp"
#include "weft/study/source.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

/// The output of the presentations of a study, and the comparison of the study with its claims.
struct Shown {
  std::vector<Table> tables = {};
  std::vector<chart::Figure> figures = {};
  std::vector<std::string> notes = {};
  std::size_t compared = 0;              ///< number of compared values and checked claims
  std::vector<std::string> missed = {};  ///< a line for each value outside its tolerance and each false claim
};

/// A [[present]] table that has been read and checked.
class Presentation {
 public:
  virtual ~Presentation() = default;
  Presentation(std::string name, Source source) : name_(std::move(name)), source_(std::move(source)) {}
  Presentation(Presentation const&) = delete;
  Presentation& operator=(Presentation const&) = delete;

  std::string const& name() const { return name_; }
  /// Returns whether later presentations may read the table of this presentation.
  virtual bool produces_table() const { return false; }
  /// Adds tables, which later presentations may read, and pictures.
  virtual void show(Study const& study, PresentationInput& input, Shown& shown) const = 0;

 protected:
  Frame rows(PresentationInput const& input, Shown& shown) const {
    std::vector<std::string> missed;
    auto frame = source_.rows(input, missed);
    for (auto const& text : missed) shown.missed.push_back(name_ + ": " + text);
    shown.compared += missed.size();
    return frame;
  }

 private:
  std::string name_;
  Source source_;
};

/// A kind of presentation: a valid value of `kind = ".."`.
struct PresentationKind {
  char const *name, *doc;
  std::vector<std::vector<KeyDoc>> keys;
  std::shared_ptr<Presentation const> (*read)(Toml const& options, std::filesystem::path const& directory,
                                              std::vector<std::string> const& earlier);
};
PresentationKind table_kind();
PresentationKind curves_kind();
PresentationKind bars_kind();
PresentationKind heat_kind();
PresentationKind clex_delays_kind();
std::vector<PresentationKind> const& presentation_kinds();

/// Return the keys of a column of a table, and of a claim in its `check`.
std::vector<KeyDoc> column_keys();
std::vector<KeyDoc> claim_keys();

/// Reads a presentation. Used by most kinds.
template <class P>
std::shared_ptr<Presentation const> read_presentation(Toml const& options,
                                                      std::filesystem::path const& directory,
                                                      std::vector<std::string> const& earlier) {
  return std::make_shared<P>(options, Source::read(options, directory, earlier));
}

/// The [[present]] tables of one file, and the directory for the files that they name.
struct PresentationList {
  Toml const& tables;
  std::filesystem::path directory;
};
/// Reads the presentations of all files of a study. Throws InputError at file:line:column.
std::vector<std::shared_ptr<Presentation const>> read_presentations(
    std::vector<PresentationList> const& lists);

/// Evaluates all presentations of the study; for a partial study, only the presentations that have rows.
Shown present(Study const& study, std::vector<Outcome> const& outcomes);

/// Throws InputError for a name in a presentation that no other run can supply, or that appears to be
/// misspelled given the tables of `outcomes`.
void check_names(Study const& study, std::vector<Outcome> const& outcomes);

/// Returns the page docs/reference/studies.md: the keys of study.toml, the kinds of presentations, and the
/// language of expressions.
std::string reference_page();
/// Escapes a string for a cell of a Markdown table.
std::string escape_bars(std::string text);

}  // namespace weft::study
