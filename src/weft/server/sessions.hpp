// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/server/session_program.hpp"

namespace weft::server {

/// Limits of a request; 0: no limit.
struct SessionLimits {
  std::uint64_t bytes = 0;
  double seconds = 0;
  std::vector<std::filesystem::path> folders = {};  ///< the directories of readable files
};

/// A session that serves requests in a separate process. The server can stop its computation at any time,
/// limits its memory, and survives its failures. The first request starts the process, as does the first
/// request after its end, which loses the state of the session.
class SessionProcess {
 public:
  explicit SessionProcess(SessionLimits limits) : limits_(std::move(limits)) {}
  ~SessionProcess();
  SessionProcess(SessionProcess const&) = delete;
  SessionProcess& operator=(SessionProcess const&) = delete;

  /// Returns the response bundle of a request, or a bundle with the reason for its failure. `progress`
  /// receives JSON with share and text. `stop`: set by another thread to end the computation; the response
  /// then follows within 0.3 s. Must not be called by several threads simultaneously.
  std::string answer(std::string_view request, bool figures,
                     std::function<void(std::string const&)> const& progress, std::atomic<bool> const& stop);

 private:
  void start();
  void end();
  bool receive();
  std::string wait(std::function<void(std::string const&)> const& progress, std::atomic<bool> const& stop);
  std::string ended_by_itself();

  SessionLimits const limits_;
  int process_ = 0, to_ = -1, from_ = -1;  ///< 0 and -1 if there is no process
  MessageBuffer received_;
};

/// Returns a bundle with the reason for a failure (web/src/engine/protocol.ts: Failure).
std::string failure_bundle(std::string_view kind, std::string_view text);

/// The sessions of a server, one per open page, with their current requests. Thread-safe.
class Sessions {
 public:
  static constexpr std::size_t max_sessions = 32;

  explicit Sessions(SessionLimits limits) : limits_(std::move(limits)) {}

  /// Opens a session and returns its name. If all `max_sessions` sessions are open, closes the idle one with
  /// the oldest request; returns nullopt if all of them are busy.
  std::optional<std::string> open();

  /// Returns the response bundle of a request; nullopt if the session does not exist. Other threads identify
  /// the request by the session and `id`. A session serves its requests one after the other.
  std::optional<std::string> answer(std::string const& session, std::string const& id,
                                    std::string_view request, bool figures);

  /// Stops a request, even if it is waiting or has not arrived yet. Returns false if the session does not
  /// exist.
  bool stop(std::string const& session, std::string const& id);

  /// A progress report of a computation: JSON with share and text, numbered from 1.
  struct Progress {
    std::uint64_t number = 0;
    std::string text = {};
    bool is_over = false;
  };
  /// Returns the first report of a request with a number greater than `seen`; waits for it up to `patience`.
  /// A request that does not arrive within that time is reported as over.
  Progress progress(std::string const& session, std::string const& id, std::uint64_t seen,
                    std::chrono::milliseconds patience);

  /// Returns whether any request is being served.
  bool is_busy();

  /// Stops all current and later requests.
  void end();

 private:
  struct Session;
  struct Pending;
  using Name = std::pair<std::string, std::string>;  ///< session and id

  SessionLimits const limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
  std::map<Name, std::shared_ptr<Pending>> pending_;
  std::uint64_t opened_ = 0;
  bool has_ended_ = false;
};

}  // namespace weft::server
