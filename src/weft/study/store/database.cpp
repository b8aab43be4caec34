// SPDX-License-Identifier: Apache-2.0
#include "weft/study/store/database.hpp"

#include <system_error>

#include <fmt/format.h>
#include <sqlite3.h>

#include "weft/core/error.hpp"

namespace weft::study {
namespace {

constexpr int wait_for_writer_ms = 60000;

/// Returns the URI of a file that no process modifies.
std::string unchanging(std::filesystem::path const& path) {
  std::string uri = "file:";
  for (char const c : path.string())
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", static_cast<unsigned>(c));
    else
      uri += c;
  return uri + "?immutable=1";
}

}  // namespace

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database(std::filesystem::path path, Access access)
    : path_(std::move(path)), access_(access), source_(std::filesystem::absolute(path_).string()) {
  open(access_ == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
  if (access_ == Access::write || can_read()) return;
  // SQLite cannot create the files next to the database that coordinate writers and readers, so no process
  // can write.
  std::error_code not_there;
  auto const log = path_.string() + "-wal";
  if (auto const size = std::filesystem::file_size(log, not_there); !not_there && size > 0)
    throw InputError("cannot read " + path_.string(),
                     "the last results are in " + log + ", and the directory is not writable",
                     "copy the directory to a writable file system");
  source_ = unchanging(path_);
  open(SQLITE_OPEN_READONLY);
}

void Database::open(int flags) {
  sqlite3* opened = nullptr;
  int const status = sqlite3_open_v2(source_.c_str(), &opened, flags | SQLITE_OPEN_URI, nullptr);
  handle_.reset(opened);
  if (status != SQLITE_OK) fail();
  sqlite3_busy_timeout(opened, wait_for_writer_ms);
}

/// Returns whether SQLite can read the database, with its log and its locks next to it.
bool Database::can_read() const {
  auto const status =
      sqlite3_exec(handle_.get(), "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
  return status != SQLITE_CANTOPEN && status != SQLITE_READONLY && status != SQLITE_IOERR;
}

void Database::execute(std::string const& statements) const {
  if (sqlite3_exec(handle_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(std::string const& question) const {
  Query query(*this, question);
  return query.step() ? query.number(0) : 0;
}

void Database::fail() const {
  auto* const database = handle_.get();
  int const code = database == nullptr ? SQLITE_NOMEM : sqlite3_errcode(database);
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
    throw InputError(path_.string() + " cannot be read", "the file is not a store of results, or is damaged",
                     "move the file, or specify -o");
  if (code == SQLITE_FULL)
    throw InputError("cannot write " + path_.string(), "the disk is full",
                     "finished results are kept: free disk space and run again", "--output");
  throw InputError("cannot use " + path_.string(),
                   database == nullptr ? "out of memory" : sqlite3_errmsg(database), "", "--output");
}

Query::Query(Database const& database, std::string_view text) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_.get(), text.data(), static_cast<int>(text.size()), &statement_,
                         nullptr) != SQLITE_OK)
    database.fail();
}

Query::~Query() { sqlite3_finalize(statement_); }

Query& Query::bind(int place, std::string_view text) {
  sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}
Query& Query::bind(int place, std::int64_t number) {
  sqlite3_bind_int64(statement_, place, number);
  return *this;
}
Query& Query::bind(int place, double number) {
  sqlite3_bind_double(statement_, place, number);
  return *this;
}

bool Query::step() {
  int const status = sqlite3_step(statement_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
  return status == SQLITE_ROW;
}

void Query::reset() { sqlite3_reset(statement_); }

std::string_view Query::text(int column) const {
  auto const* const bytes = static_cast<char const*>(sqlite3_column_blob(statement_, column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}
std::int64_t Query::number(int column) const { return sqlite3_column_int64(statement_, column); }
double Query::real(int column) const { return sqlite3_column_double(statement_, column); }

Transaction::Transaction(Database const& database) : database_(database) {
  database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (InputError const&) {
    return;  // a failed statement may have ended the transaction
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace weft::study
