// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/study/store/database.hpp"

namespace weft::study {

/// Raised by every change of Weft after which a run may have another result. Results of other versions stay
/// in a store and are never read as those of this one.
inline constexpr int result_version = 2;

/// The right to compute one run, for one process at a time. It ends with this object or with the process,
/// even a killed one.
class Reservation {
 public:
  explicit Reservation(int descriptor) : descriptor_(descriptor) {}
  Reservation(Reservation&& other) noexcept;
  Reservation& operator=(Reservation&&) = delete;
  ~Reservation();

 private:
  int descriptor_;
};

/// Throws InputError if the number of a file system (statfs(2)) is that of a network file system.
void require_local_file_system(std::filesystem::path const& directory, std::uint32_t magic);

/// Labels of a run: names and values.
using Labels = std::vector<std::pair<std::string, std::string>>;

/// The name of a run in a store: what is asked, and the id of its experiment.
struct RunKey {
  std::string verb, id;
};

/// A row of a store without its texts.
struct StoredRun {
  std::int64_t number = 0;    ///< names the row
  std::int64_t scenario = 0;  ///< names the scenario (without its seed)
  std::int64_t labels = 0;
  std::uint64_t seed = 0;
  int version = 0;  ///< the result_version
};

/// The rest of a row.
struct StoredFacts {
  RunKey key;
  std::string finished;  ///< when, UTC
  std::string host;
  double seconds = 0;  ///< the sum of its timings
};

/// The results of runs in a directory, in the SQLite database results.sqlite: a row per run and
/// result_version, and a row per scenario and per set of labels that runs share. A run is written as a whole
/// or not at all, so a killed process loses only the runs that it had not finished. Any number of processes
/// of one machine may use a directory together; within a process, one thread at a time.
class Store {
 public:
  enum class Open { make, existing };
  /// Opens the store of a directory that exists; `make` makes a store where there is none. An existing one is
  /// opened for reading where nothing can be written. Throws InputError for a directory on a network file
  /// system, where locks cannot be trusted, and for a file that is no store or another Weft's.
  explicit Store(std::filesystem::path const& directory, Open how = Open::make);
  ~Store();
  Store(Store const&) = delete;
  Store& operator=(Store const&) = delete;

  std::filesystem::path const& path() const { return database_.path(); }

  /// The result of a run; nothing if there is none, or if its text is not the one that Weft wrote.
  std::optional<Result> find(RunKey const& key) const;
  bool contains(RunKey const& key) const;
  /// The number of damaged results that find() and contains() have found.
  std::size_t damaged() const { return damaged_.size(); }
  /// Adds a result, unless the store contains it undamaged. Throws InputError if it cannot be written, as on
  /// a full disk; then the store is unchanged.
  void add(std::string const& verb, Labels const& labels, Result const& result);
  /// Gives a stored run other labels.
  void relabel(RunKey const& key, Labels const& labels);
  /// How many rows belong to another result_version.
  std::int64_t outdated() const;

  /// Nothing while another process, or another Reservation of this one, holds the run.
  std::optional<Reservation> reserve(RunKey const& key) const;

  /// All rows, in the order in which they were finished.
  std::vector<StoredRun> runs() const;
  /// The scenarios by number: the setting `verb`, and the resolved scenario without the seed.
  std::vector<std::pair<std::int64_t, std::vector<Setting>>> scenarios() const;
  std::vector<std::pair<std::int64_t, Labels>> labels() const;
  StoredFacts facts(std::int64_t run) const;
  /// Throws InputError if the text of the result is not the one that Weft wrote.
  Result result(std::int64_t run) const;

  /// Removes rows, and what only they refer to.
  void remove(std::vector<StoredRun> const& runs);
  /// Adds the rows of another store that this one lacks; gives their number.
  std::int64_t merge(Store const& other);

 private:
  std::int64_t number_of(char const* table, std::string const& text) const;
  void remove_damaged(RunKey const& key);
  std::optional<std::string> whole_text(RunKey const& key) const;

  std::filesystem::path locks_;
  Database database_;
  mutable std::set<std::string> damaged_;  ///< their ids
};

}  // namespace weft::study
