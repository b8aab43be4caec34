#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/io/toml.hpp"
#include "weft/study/source.hpp"

namespace weft::study {

/// A picture under its file name, without the ending.
struct Picture {
  std::string name, svg;
};

/// What a study shows, and how it compares with what it promises.
struct Shown {
  std::vector<Table> tables = {};
  std::vector<Picture> pictures = {};
  std::vector<std::string> notes = {};
  std::size_t compared = 0;              ///< figures compared and claims checked
  std::vector<std::string> missed = {};  ///< those outside their tolerance, a line each
};

/// One [[present]] table, read and checked.
class Presentation {
 public:
  virtual ~Presentation() = default;
  Presentation(std::string name, Source source) : name_(std::move(name)), source_(std::move(source)) {}
  Presentation(Presentation const&) = delete;
  Presentation& operator=(Presentation const&) = delete;

  std::string const& name() const { return name_; }
  /// Whether presentations after it may read its table.
  virtual bool gives_table() const { return false; }
  /// Adds its tables and pictures; what it shows may be read by the presentations after it.
  virtual void show(Study const& study, Material& material, Shown& shown) const = 0;

 protected:
  Frame rows(Material const& material, Shown& shown) const {
    std::vector<std::string> missed;
    auto frame = source_.rows(material, missed);
    for (auto const& text : missed) shown.missed.push_back(name_ + ": " + text);
    shown.compared += missed.size();
    return frame;
  }

 private:
  std::string name_;
  Source source_;
};

/// A kind of presentation: what `kind = ".."` may name.
struct PresentationKind {
  char const *name, *doc;
  std::vector<std::vector<KeyDoc>> keys;
  std::shared_ptr<Presentation const> (*read)(Toml const& options, std::filesystem::path const& directory,
                                              std::vector<std::string> const& earlier);
};
std::vector<PresentationKind> const& presentation_kinds();

/// Reads the [[present]] tables of a study. Throws InputError at file:line:column.
std::vector<std::shared_ptr<Presentation const>> read_presentations(Toml const& list,
                                                                    std::filesystem::path const& directory);

/// All presentations of the study. `partial`: not all of its runs are among the outcomes, so presentations without rows
/// are left out.
Shown present(Study const& study, std::vector<Outcome> const& outcomes, bool partial = false);

}  // namespace weft::study
