#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "weft/core/result.hpp"

struct sqlite3;

namespace weft::study {

/// Raised by every change of Weft after which a run may have another result. Results of other versions stay
/// in a store and are never read.
inline constexpr int result_version = 1;

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

/// The results of runs in a directory, in the SQLite database results.sqlite: a row per run id and
/// result_version. A row is written as a whole or not at all, so a killed process loses only the runs that it
/// had not finished. Any number of processes of one machine may use a directory together.
class Store {
 public:
  /// Opens the store of a directory that exists, or makes it. Throws InputError for a directory on a network
  /// file system, where locks cannot be trusted, and for a file that is no store or a newer Weft's.
  explicit Store(std::filesystem::path const& directory);
  ~Store();
  Store(Store const&) = delete;
  Store& operator=(Store const&) = delete;

  /// The result of a run.
  std::optional<Result> find(std::string_view run_id) const;
  /// Adds a result, unless it is there. Throws InputError if it cannot be written, as on a full disk; then
  /// the store is as before.
  void add(Result const& result);
  /// How many rows belong to another result_version.
  std::int64_t outdated() const;

  /// Nothing while another process, or another Reservation of this one, holds the run.
  std::optional<Reservation> reserve(std::string_view run_id) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  class Query;

  void execute(char const* statement);
  std::int64_t count(char const* statement) const;
  [[noreturn]] void fail() const;

  std::filesystem::path path_, locks_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace weft::study
