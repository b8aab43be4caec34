#include "weft/study/store.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/io/json.hpp"

namespace weft::study {
namespace {

/// How results.sqlite is laid out, in its user_version.
constexpr int layout_version = 1;
/// "weft", in its application_id.
constexpr int application = 0x77656674;
constexpr int wait_for_writer_ms = 60000;

constexpr char const* table =
    "CREATE TABLE runs("
    "  id TEXT NOT NULL, result_version INTEGER NOT NULL,"
    "  finished TEXT NOT NULL DEFAULT (datetime('now')), result TEXT NOT NULL,"
    "  PRIMARY KEY (id, result_version))";

/// File systems that other machines can write to, by the numbers of statfs(2): SQLite's locks do not reach
/// those.
constexpr std::array<std::pair<std::uint32_t, char const*>, 9> network_file_systems{{{0x6969, "NFS"},
                                                                                     {0x517b, "SMB"},
                                                                                     {0xfe534d42, "SMB"},
                                                                                     {0xff534d42, "CIFS"},
                                                                                     {0x5346414f, "AFS"},
                                                                                     {0x00c36400, "Ceph"},
                                                                                     {0x0bd00bd0, "Lustre"},
                                                                                     {0x19830326, "BeeGFS"},
                                                                                     {0x47504653, "GPFS"}}};

void require_local(std::filesystem::path const& directory) {
  struct statfs about {};
  if (statfs(directory.c_str(), &about) != 0) return;
  auto const* const found = std::ranges::find(network_file_systems, static_cast<std::uint32_t>(about.f_type),
                                              &std::pair<std::uint32_t, char const*>::first);
  if (found != network_file_systems.end())
    throw InputError(
        "the results of a study in " + directory.string(),
        fmt::format("it is on {}, a network file system, whose locks a store cannot trust", found->second),
        "give -o a directory on a disk of this machine");
}

/// The byte of the locks that the process holds which opens or closes the database; runs have those below.
constexpr off_t opening = off_t{1} << 60;

/// Locks one byte of a file until the last copy of its descriptor is closed. F_OFD_SETLK: nothing if another
/// holds it; F_OFD_SETLKW: waits.
std::optional<Reservation> lock(std::filesystem::path const& file, off_t byte, int how) {
  int const descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw InputError("cannot write " + file.string(), std::generic_category().message(errno), "", "--output");
  Reservation held(descriptor);
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  if (fcntl(descriptor, how, &range) == 0) return held;
  if (errno != EAGAIN && errno != EACCES)
    throw InputError("cannot lock " + file.string(), std::generic_category().message(errno), "", "--output");
  return {};
}

}  // namespace

Reservation::Reservation(Reservation&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Reservation::~Reservation() {
  if (descriptor_ >= 0) close(descriptor_);
}

/// A prepared statement.
class Store::Query {
 public:
  Query(Store const& store, char const* text) : store_(store) {
    if (sqlite3_prepare_v2(store.database_.get(), text, -1, &statement_, nullptr) != SQLITE_OK) store.fail();
  }
  Query(Query const&) = delete;
  Query& operator=(Query const&) = delete;
  ~Query() { sqlite3_finalize(statement_); }

  Query& bind(int place, std::string_view text) {
    sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    return *this;
  }
  Query& bind(int place, std::int64_t number) {
    sqlite3_bind_int64(statement_, place, number);
    return *this;
  }
  /// Whether there is another row.
  bool step() {
    int const status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) store_.fail();
    return status == SQLITE_ROW;
  }
  std::string_view text(int column) const {
    auto const* const bytes = static_cast<char const*>(sqlite3_column_blob(statement_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  Store const& store_;
  sqlite3_stmt* statement_ = nullptr;
};

void Store::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Store::Store(std::filesystem::path const& directory)
    : path_(directory / "results.sqlite"), locks_(directory / "results.locks") {
  require_local(directory);
  auto const alone = lock(locks_, opening, F_OFD_SETLKW);
  sqlite3* opened = nullptr;
  int const status =
      sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(opened);
  if (status != SQLITE_OK) fail();
  sqlite3_busy_timeout(opened, wait_for_writer_ms);
  // WAL: readers and a writer at once; NORMAL: a power cut may lose the last rows, never more.
  execute("PRAGMA journal_mode = WAL");
  execute("PRAGMA synchronous = NORMAL");
  execute("BEGIN IMMEDIATE");
  auto const layout = count("PRAGMA user_version"), owner = count("PRAGMA application_id");
  if (layout == 0 && owner == 0 && count("SELECT count(*) FROM sqlite_schema") == 0) {
    execute(fmt::format("PRAGMA application_id = {}", application).c_str());
    execute(fmt::format("PRAGMA user_version = {}", layout_version).c_str());
    execute(table);
  } else if (owner != application) {
    throw InputError(path_.string(), "is a database of another program", "move it away, or give -o");
  } else if (layout > layout_version) {
    throw InputError(path_.string(), "was written by a newer weft", "use that one, or give -o");
  }
  execute("COMMIT");
}

Store::~Store() {
  try {
    auto const alone = lock(locks_, opening, F_OFD_SETLKW);
    database_.reset();
  } catch (InputError const&) {
    return;  // the folder is gone: closed without the lock
  }
}

std::optional<Result> Store::find(std::string_view run_id) const {
  Query query(*this, "SELECT result FROM runs WHERE id = ? AND result_version = ?");
  if (!query.bind(1, run_id).bind(2, result_version).step()) return {};
  return parse_result(query.text(0), fmt::format("{}, run {}", path_.string(), run_id));
}

void Store::add(Result const& result) {
  Query query(*this, "INSERT OR IGNORE INTO runs(id, result_version, result) VALUES (?, ?, ?)");
  auto const id = run_id(result), text = result_json(result);
  query.bind(1, id).bind(2, result_version).bind(3, text).step();
}

std::int64_t Store::outdated() const {
  return count(fmt::format("SELECT count(*) FROM runs WHERE result_version <> {}", result_version).c_str());
}

std::optional<Reservation> Store::reserve(std::string_view run_id) const {
  return lock(locks_, static_cast<off_t>(std::stoull(std::string(run_id.substr(0, 15)), nullptr, 16)),
              F_OFD_SETLK);
}

void Store::execute(char const* statement) {
  if (sqlite3_exec(database_.get(), statement, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Store::count(char const* statement) const {
  Query query(*this, statement);
  return query.step() ? query.number(0) : 0;
}

void Store::fail() const {
  auto* const database = database_.get();
  int const code = database == nullptr ? SQLITE_NOMEM : sqlite3_errcode(database);
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
    throw InputError(path_.string(), "is no store of results, or a damaged one", "move it away, or give -o");
  if (code == SQLITE_FULL)
    throw InputError("cannot write " + path_.string(), "the disk is full",
                     "what was finished is kept: make room and run again", "--output");
  throw InputError("cannot use " + path_.string(),
                   database == nullptr ? "out of memory" : sqlite3_errmsg(database), "", "--output");
}

}  // namespace weft::study
