// SPDX-License-Identifier: Apache-2.0
#include "weft/study/store/store.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <numeric>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/io/digest.hpp"
#include "weft/io/json.hpp"

namespace weft::study {
namespace {

/// Version of the layout of results.sqlite, stored as its user_version.
constexpr int layout_version = 3;
/// "weft", stored as its application_id.
constexpr int weft_application_id = 0x77656674;

constexpr char const* tables =
    "CREATE TABLE scenarios(number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE labels(number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE runs("
    "  number INTEGER PRIMARY KEY, scenario INTEGER NOT NULL, labels INTEGER NOT NULL, seed INTEGER NOT NULL,"
    "  result_version INTEGER NOT NULL, id TEXT NOT NULL, verb TEXT NOT NULL,"
    "  finished TEXT NOT NULL, host TEXT NOT NULL, seconds REAL NOT NULL);"
    "CREATE UNIQUE INDEX runs_by_id ON runs(id, verb, result_version);"
    "CREATE TABLE results(run INTEGER PRIMARY KEY, text TEXT NOT NULL, digest TEXT NOT NULL);";

/// Network file systems by their statfs(2) types, on which SQLite's locks are not reliable.
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
  require_local_file_system(directory, static_cast<std::uint32_t>(about.f_type));
}

/// The byte that a process locks while it opens or closes the database; lower bytes are locks of runs.
constexpr off_t opening_byte = off_t{1} << 60;

/// Locks one byte of a file until the last copy of its descriptor is closed. `how`: F_OFD_SETLK returns
/// nullopt if the byte is locked already; F_OFD_SETLKW waits.
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

/// Returns the checksum of the text of a result.
std::string digest_of(std::string_view id, std::string_view verb, std::string_view text) {
  return fmt::format("{:02x}", fmt::join(sha256(fmt::format("{}\n{}\n{}", id, verb, text)), ""));
}

/// Creates the tables of a new database.
void create_tables(Database const& database) {
  Transaction transaction(database);
  if (database.number("PRAGMA user_version") == 0 && database.number("PRAGMA application_id") == 0 &&
      database.number("SELECT count(*) FROM sqlite_schema") == 0)
    database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}",
                                 weft_application_id, layout_version, tables));
  transaction.commit();
}

/// Throws InputError for a database of another program or with another layout.
void check_layout(Database const& database) {
  auto const layout = database.number("PRAGMA user_version"),
             owner = database.number("PRAGMA application_id");
  auto const path = database.path().string();
  if (owner != weft_application_id)
    throw InputError(path + " cannot be used", "another program wrote the database",
                     "move the file, or specify -o");
  else if (layout > layout_version)
    throw InputError(path + " cannot be used", "a newer weft wrote the file",
                     "use that version, or specify -o");
  else if (layout < layout_version)
    throw InputError(path + " cannot be used", "an older weft wrote the file",
                     "remove it and compute again, or specify -o");
}

Database open_database(std::filesystem::path const& directory, Store::Open how) {
  auto const file = directory / "results.sqlite";
  std::error_code not_there;
  if (how == Store::Open::existing && !std::filesystem::is_regular_file(file, not_there))
    throw InputError("no results in " + directory.string(), "the directory contains no results.sqlite",
                     "specify the directory that `weft run` wrote");
  require_local(directory);
  if (how == Store::Open::existing && access(directory.c_str(), W_OK) != 0) {
    Database database(file, Database::Access::read);
    check_layout(database);
    return database;
  }
  auto const alone = lock(directory / "results.locks", opening_byte, F_OFD_SETLKW);
  Database database(file);
  // WAL: concurrent readers with a writer; NORMAL: a power failure can lose only the last rows.
  database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  create_tables(database);
  check_layout(database);
  return database;
}

/// Formats settings as lines `key = value`, with line breaks and backslashes escaped.
std::string format_settings(std::vector<Setting> const& settings) {
  std::string text;
  auto const append = [&](std::string const& part) {
    for (char const c : part) {
      if (c == '\\' || c == '\n') text += '\\';
      text += c == '\n' ? 'n' : c;
    }
  };
  for (auto const& [key, value] : settings) {
    append(key);
    text += " = ";
    append(value);
    text += '\n';
  }
  return text;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const escape = text[i] == '\\' && i + 1 < text.size();
    plain += !escape ? text[i] : text[++i] == 'n' ? '\n' : text[i];
  }
  return plain;
}

std::vector<Setting> parse_settings(std::string_view text) {
  std::vector<Setting> settings;
  while (!text.empty()) {
    auto const line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    auto const sign = line.find(" = ");
    if (sign == std::string_view::npos) continue;
    settings.push_back({unescaped(line.substr(0, sign)), unescaped(line.substr(sign + 3))});
  }
  return settings;
}

std::string text_of_labels(Labels const& labels) {
  std::vector<Setting> settings;
  for (auto const& [key, value] : labels) settings.push_back({key, value});
  return format_settings(settings);
}

}  // namespace

void require_local_file_system(std::filesystem::path const& directory, std::uint32_t magic) {
  auto const* const found =
      std::ranges::find(network_file_systems, magic, &std::pair<std::uint32_t, char const*>::first);
  if (found == network_file_systems.end()) return;
  throw InputError(
      "the results of a study cannot be written to " + directory.string(),
      fmt::format("the directory is on {}, a network file system without reliable locks", found->second),
      "specify a directory on a local disk with -o");
}

Reservation::Reservation(Reservation&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Reservation::~Reservation() {
  if (descriptor_ >= 0) close(descriptor_);
}

Store::Store(std::filesystem::path const& directory, Open how)
    : locks_(directory / "results.locks"), database_(open_database(directory, how)) {}

Store::~Store() {
  if (database_.access() == Database::Access::read) return;
  try {
    auto const alone = lock(locks_, opening_byte, F_OFD_SETLKW);
    database_.close();
  } catch (InputError const&) {
    return;  // destructors must not throw
  }
}

/// Returns the text of a result if the store contains it exactly as Weft wrote it.
std::optional<std::string> Store::find_intact_text(RunKey const& key) const {
  Query query(database_,
              "SELECT text, digest FROM results JOIN runs ON run = number WHERE id = ?1 AND verb = ?2 AND "
              "result_version = ?3");
  if (!query.bind(1, key.id).bind(2, key.verb).bind(3, std::int64_t{result_version}).step()) return {};
  if (query.text(1) == digest_of(key.id, key.verb, query.text(0))) return std::string(query.text(0));
  damaged_.insert(key.id);
  return {};
}

std::optional<Result> Store::find(RunKey const& key) const {
  auto const text = find_intact_text(key);
  if (!text) return {};
  return parse_result(*text, fmt::format("{}, run {}", path().string(), key.id));
}

bool Store::contains(RunKey const& key) const { return find_intact_text(key).has_value(); }

std::int64_t Store::number_of(char const* table, std::string const& text) const {
  Query(database_, fmt::format("INSERT OR IGNORE INTO {}(text) VALUES (?1)", table)).bind(1, text).step();
  Query query(database_, fmt::format("SELECT number FROM {} WHERE text = ?1", table));
  query.bind(1, text).step();
  return query.number(0);
}

void Store::remove_damaged(RunKey const& key) {
  constexpr std::array statements{
      "DELETE FROM results WHERE run IN (SELECT number FROM runs WHERE id = ?1 AND verb = ?2 AND "
      "result_version = ?3)",
      "DELETE FROM runs WHERE id = ?1 AND verb = ?2 AND result_version = ?3"};
  for (auto const* const statement : statements)
    Query(database_, statement)
        .bind(1, key.id)
        .bind(2, key.verb)
        .bind(3, std::int64_t{result_version})
        .step();
}

void Store::add(std::string const& verb, Labels const& labels, Result const& result) {
  std::vector<Setting> scenario{{"verb", verb}};
  scenario.insert(scenario.end(), result.scenario.begin(), result.scenario.end());
  auto const id = run_id(result), text = result_json(result), digest = digest_of(id, verb, text);
  auto const seconds = std::accumulate(result.timings.begin(), result.timings.end(), 0.0,
                                       [](double sum, Timing const& timing) { return sum + timing.seconds; });
  Transaction transaction(database_);
  if (!contains({verb, id})) remove_damaged({verb, id});
  Query run(database_,
            "INSERT INTO runs(scenario, labels, seed, result_version, id, verb, finished, host, seconds) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, datetime('now'), ?7, ?8) "
            "ON CONFLICT DO NOTHING RETURNING number");
  bool const is_new = run.bind(1, number_of("scenarios", format_settings(scenario)))
                          .bind(2, number_of("labels", text_of_labels(labels)))
                          .bind(3, static_cast<std::int64_t>(result.seed))
                          .bind(4, std::int64_t{result_version})
                          .bind(5, id)
                          .bind(6, verb)
                          .bind(7, result.host)
                          .bind(8, seconds)
                          .step();
  if (is_new)
    Query(database_, "INSERT INTO results(run, text, digest) VALUES (?1, ?2, ?3)")
        .bind(1, run.number(0))
        .bind(2, text)
        .bind(3, digest)
        .step();
  run.reset();
  transaction.commit();
}

void Store::relabel(RunKey const& key, Labels const& labels) {
  auto const text = text_of_labels(labels);
  Query query(
      database_,
      "SELECT r.number FROM runs r JOIN labels l ON l.number = labels WHERE id = ?1 AND verb = ?2 AND "
      "result_version = ?3 AND l.text <> ?4");
  if (!query.bind(1, key.id).bind(2, key.verb).bind(3, std::int64_t{result_version}).bind(4, text).step())
    return;
  auto const run = query.number(0);
  query.reset();
  Transaction transaction(database_);
  Query(database_, "UPDATE runs SET labels = ?1 WHERE number = ?2")
      .bind(1, number_of("labels", text))
      .bind(2, run)
      .step();
  transaction.commit();
}

std::int64_t Store::outdated() const {
  return database_.number(
      fmt::format("SELECT count(*) FROM runs WHERE result_version <> {}", result_version));
}

std::optional<Reservation> Store::reserve(RunKey const& key) const {
  return lock(locks_, static_cast<off_t>(std::stoull(key.id.substr(0, 15), nullptr, 16)), F_OFD_SETLK);
}

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> runs;
  runs.reserve(static_cast<std::size_t>(database_.number("SELECT max(number) FROM runs")));
  Query query(database_, "SELECT number, scenario, labels, seed, result_version FROM runs ORDER BY number");
  while (query.step())
    runs.push_back({query.number(0), query.number(1), query.number(2),
                    static_cast<std::uint64_t>(query.number(3)), static_cast<int>(query.number(4))});
  return runs;
}

std::vector<std::pair<std::int64_t, std::vector<Setting>>> Store::scenarios() const {
  std::vector<std::pair<std::int64_t, std::vector<Setting>>> all;
  Query query(database_, "SELECT number, text FROM scenarios ORDER BY number");
  while (query.step()) all.emplace_back(query.number(0), parse_settings(query.text(1)));
  return all;
}

std::vector<std::pair<std::int64_t, Labels>> Store::labels() const {
  std::vector<std::pair<std::int64_t, Labels>> all;
  Query query(database_, "SELECT number, text FROM labels ORDER BY number");
  while (query.step()) {
    auto& labels = all.emplace_back(query.number(0), Labels{}).second;
    for (auto& [key, value] : parse_settings(query.text(1)))
      labels.emplace_back(std::move(key), std::move(value));
  }
  return all;
}

RunMetadata Store::metadata(std::int64_t run) const {
  Query query(database_, "SELECT verb, id, finished, host, seconds FROM runs WHERE number = ?1");
  if (!query.bind(1, run).step()) throw InputError("a run was removed from " + path().string());
  return {{std::string(query.text(0)), std::string(query.text(1))},
          std::string(query.text(2)),
          std::string(query.text(3)),
          query.real(4)};
}

Result Store::result(std::int64_t run) const {
  Query query(database_, "SELECT text, digest FROM results WHERE run = ?1");
  if (!query.bind(1, run).step()) throw InputError("a run was removed from " + path().string());
  auto const key = metadata(run).key;
  auto const name = fmt::format("{}, run {}", path().string(), key.id);
  if (query.text(1) != digest_of(key.id, key.verb, query.text(0)))
    throw InputError(fmt::format("the result of run {} in {} is damaged", key.id, path().string()),
                     "another program has modified it", "run the study again to recompute it");
  return parse_result(query.text(0), name);
}

void Store::remove(std::vector<StoredRun> const& runs) {
  Transaction transaction(database_);
  Query run(database_, "DELETE FROM runs WHERE number = ?1"),
      result(database_, "DELETE FROM results WHERE run = ?1");
  for (auto const& each : runs)
    for (auto* const query : {&run, &result}) {
      query->bind(1, each.number).step();
      query->reset();
    }
  database_.execute(
      "DELETE FROM scenarios WHERE number NOT IN (SELECT scenario FROM runs);"
      "DELETE FROM labels WHERE number NOT IN (SELECT labels FROM runs);");
  transaction.commit();
  database_.execute("VACUUM");
}

std::int64_t Store::merge(Store const& other) {
  auto const count = [&] { return database_.number("SELECT count(*) FROM runs"); };
  auto const before = count();
  Query(database_, "ATTACH ?1 AS other").bind(1, other.database_.source()).step();
  {
    Transaction transaction(database_);
    database_.execute(
        "INSERT OR IGNORE INTO scenarios(text) SELECT text FROM other.scenarios;"
        "INSERT OR IGNORE INTO labels(text) SELECT text FROM other.labels;"
        "INSERT OR IGNORE INTO runs(scenario, labels, seed, result_version, id, verb, finished, host, seconds) "
        "SELECT s.number, l.number, seed, result_version, id, verb, finished, host, seconds FROM other.runs r "
        "JOIN other.scenarios os ON os.number = r.scenario JOIN main.scenarios s ON s.text = os.text "
        "JOIN other.labels ol ON ol.number = r.labels JOIN main.labels l ON l.text = ol.text "
        "ORDER BY r.number;"
        "INSERT OR IGNORE INTO results(run, text, digest) SELECT m.number, text, digest FROM other.results "
        "JOIN other.runs r ON run = r.number "
        "JOIN main.runs m ON m.id = r.id AND m.verb = r.verb AND m.result_version = r.result_version;");
    transaction.commit();
  }
  database_.execute("DETACH other");
  return count() - before;
}

}  // namespace weft::study
