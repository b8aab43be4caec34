// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace weft::study {

/// An SQLite database of several processes of one machine. All functions throw InputError with one clear
/// line: for a file that is none, a disk that is full, a file that cannot be written.
class Database {
 public:
  enum class Access { write, read };
  /// Opens a file, or makes it. `read`: opens it where nothing can be written, as on a read-only file system.
  explicit Database(std::filesystem::path path, Access access = Access::write);

  std::filesystem::path const& path() const { return path_; }
  Access access() const { return access_; }
  /// The name of this database for ATTACH in another one.
  std::string const& source() const { return source_; }
  /// Statements without results.
  void execute(std::string const& statements) const;
  /// The first number of the answer, or 0.
  std::int64_t number(std::string const& question) const;
  [[noreturn]] void fail() const;
  void close() { handle_.reset(); }

 private:
  friend class Query;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void open(int flags);
  bool can_read() const;

  std::filesystem::path path_;
  Access access_;
  std::string source_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement.
class Query {
 public:
  Query(Database const& database, std::string_view text);
  Query(Query const&) = delete;
  Query& operator=(Query const&) = delete;
  ~Query();

  /// Values for the places ?1, ?2, ..; texts are not copied.
  Query& bind(int place, std::string_view text);
  Query& bind(int place, std::int64_t number);
  Query& bind(int place, double number);
  /// Whether there is another row.
  bool step();
  /// Back to before the first row; values stay.
  void reset();
  /// Valid until the next step.
  std::string_view text(int column) const;
  std::int64_t number(int column) const;
  double real(int column) const;

 private:
  Database const& database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Statements that take effect together or, without commit(), not at all.
class Transaction {
 public:
  explicit Transaction(Database const& database);
  Transaction(Transaction const&) = delete;
  Transaction& operator=(Transaction const&) = delete;
  ~Transaction();
  void commit();

 private:
  Database const& database_;
  bool open_ = true;
};

}  // namespace weft::study
