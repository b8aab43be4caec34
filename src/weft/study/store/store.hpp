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

/// Incremented with every change of Weft that can change the result of a run. Results of other versions stay
/// in a store and are never used as results of this version.
inline constexpr int result_version = 2;

/// The exclusive right of a process to compute a run. Released on destruction, or when the process ends, even
/// if it is killed.
class Reservation {
 public:
  explicit Reservation(int descriptor) : descriptor_(descriptor) {}
  Reservation(Reservation&& other) noexcept;
  Reservation& operator=(Reservation&&) = delete;
  ~Reservation();

 private:
  int descriptor_;
};

/// Throws InputError if `magic`, the type of a file system according to statfs(2), is a network file system.
void require_local_file_system(std::filesystem::path const& directory, std::uint32_t magic);

/// Labels of a run: names and values.
using Labels = std::vector<std::pair<std::string, std::string>>;

/// The key of a run in a store: the verb, and the id of its experiment.
struct RunKey {
  std::string verb, id;
};

/// A row of a store, without its strings.
struct StoredRun {
  std::int64_t number = 0;    ///< identifies the row
  std::int64_t scenario = 0;  ///< identifies the scenario (without its seed)
  std::int64_t labels = 0;
  std::uint64_t seed = 0;
  int version = 0;  ///< result_version of the row
};

/// Additional columns of a row.
struct RunMetadata {
  RunKey key;
  std::string finished;  ///< time in UTC
  std::string host;
  double seconds = 0;  ///< sum of the timings
};

/// The results of runs in a directory, in the SQLite database results.sqlite: a row per run and
/// result_version, and a row per scenario and per set of labels that runs share. A run is written completely
/// or not at all, so a killed process loses only unfinished runs. Any number of processes of one machine may
/// share a directory; within a process, one thread at a time may use the object.
class Store {
 public:
  enum class Open { make, existing };
  /// Opens the store of an existing directory; `make` creates a store if there is none. An existing store on
  /// a read-only file system is opened for reading. Throws InputError for a directory on a network file
  /// system without reliable locks, and for a file that is not a store or belongs to another version of Weft.
  explicit Store(std::filesystem::path const& directory, Open how = Open::make);
  ~Store();
  Store(Store const&) = delete;
  Store& operator=(Store const&) = delete;

  std::filesystem::path const& path() const { return database_.path(); }

  /// Returns the result of a run; nullopt if there is none, or if its text differs from the text that Weft
  /// wrote.
  std::optional<Result> find(RunKey const& key) const;
  bool contains(RunKey const& key) const;
  /// Returns the number of damaged results that find() and contains() have encountered.
  std::size_t damaged() const { return damaged_.size(); }
  /// Adds a result, unless the store contains it undamaged. Throws InputError if the result cannot be
  /// written, as on a full disk; the store is then unchanged.
  void add(std::string const& verb, Labels const& labels, Result const& result);
  /// Sets the labels of a stored run.
  void relabel(RunKey const& key, Labels const& labels);
  /// Returns the number of rows with another result_version.
  std::int64_t outdated() const;

  /// Reserves a run. Returns nullopt while another process, or another Reservation of this process, has
  /// reserved it.
  std::optional<Reservation> reserve(RunKey const& key) const;

  /// Returns all rows, in the order in which the runs were finished.
  std::vector<StoredRun> runs() const;
  /// Returns the scenarios by number: the setting `verb`, and the resolved scenario without the seed.
  std::vector<std::pair<std::int64_t, std::vector<Setting>>> scenarios() const;
  std::vector<std::pair<std::int64_t, Labels>> labels() const;
  RunMetadata metadata(std::int64_t run) const;
  /// Returns a result. Throws InputError if its text differs from the text that Weft wrote.
  Result result(std::int64_t run) const;

  /// Removes rows, and data to which no other row refers.
  void remove(std::vector<StoredRun> const& runs);
  /// Adds the rows of another store that this store lacks. Returns their number.
  std::int64_t merge(Store const& other);

 private:
  std::int64_t number_of(char const* table, std::string const& text) const;
  void remove_damaged(RunKey const& key);
  std::optional<std::string> find_intact_text(RunKey const& key) const;

  std::filesystem::path locks_;
  Database database_;
  mutable std::set<std::string> damaged_;  ///< ids of damaged runs
};

}  // namespace weft::study
