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

/// An SQLite database that several processes of one machine may use. All functions throw InputError with a
/// one-line message for a file that is not a database, for a full disk, and for a file that cannot be
/// written.
class Database {
 public:
  enum class Access { write, read };
  /// Opens a file, or creates it with access `write`. `read`: opens it without write access, as on a
  /// read-only file system.
  explicit Database(std::filesystem::path path, Access access = Access::write);

  std::filesystem::path const& path() const { return path_; }
  Access access() const { return access_; }
  /// Returns the name of this database for ATTACH in another database.
  std::string const& source() const { return source_; }
  /// Executes statements without results.
  void execute(std::string const& statements) const;
  /// Returns the first number of the result of a query, or 0.
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

  /// Bind values to the parameters ?1, ?2, ..; strings are not copied.
  Query& bind(int place, std::string_view text);
  Query& bind(int place, std::int64_t number);
  Query& bind(int place, double number);
  /// Moves to the next row. Returns whether there is one.
  bool step();
  /// Restarts before the first row; bound values remain.
  void reset();
  /// Return a cell of the current row. The text is valid until the next step.
  std::string_view text(int column) const;
  std::int64_t number(int column) const;
  double real(int column) const;

 private:
  Database const& database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// A transaction: its statements take effect together or, without commit(), not at all.
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
