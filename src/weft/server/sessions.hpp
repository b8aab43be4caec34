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

/// What a request may use; 0: no limit.
struct SessionLimits {
  std::uint64_t bytes = 0;
  double seconds = 0;
  std::vector<std::filesystem::path> folders = {};  ///< the session reads files only below them
};

/// A session that answers in a process of its own: what it computes can be stopped at any time, may fail in
/// any way, and is limited in memory, while the server lives on. The process is started by the first request,
/// and again after it was ended; what the session held is lost then.
class SessionProcess {
 public:
  explicit SessionProcess(SessionLimits limits) : limits_(std::move(limits)) {}
  ~SessionProcess();
  SessionProcess(SessionProcess const&) = delete;
  SessionProcess& operator=(SessionProcess const&) = delete;

  /// The bundle that answers a request, or that says why there is none. `progress` gets JSON with share and
  /// text. `stop`: another thread sets it to end the computation; the answer then comes within 0.3 s. For one
  /// thread at a time.
  std::string answer(std::string_view request, bool figures,
                     std::function<void(std::string const&)> const& progress, std::atomic<bool> const& stop);

 private:
  void start();
  void end();
  bool receive();
  std::string wait(std::function<void(std::string const&)> const& progress, std::atomic<bool> const& stop);
  std::string ended_by_itself();

  SessionLimits const limits_;
  int process_ = 0, to_ = -1, from_ = -1;  ///< none: 0 and -1
  MessageBuffer received_;
};

/// A bundle that says why there is no answer (web/src/engine/protocol.ts: Failure).
std::string failure_bundle(std::string_view kind, std::string_view text);

/// The sessions of a server, one for each page that is open, and the requests that they answer. From any
/// thread.
class Sessions {
 public:
  static constexpr std::size_t most_sessions = 32;

  explicit Sessions(SessionLimits limits) : limits_(std::move(limits)) {}

  /// Opens a session and returns its name. Where there are as many as there may be, the one that was asked
  /// longest ago and computes nothing is closed; nothing if all compute.
  std::optional<std::string> open();

  /// The bundle that answers a request, which other threads know by the session and `id`. Requests of one
  /// session are answered one after the other. Nothing if there is no such session.
  std::optional<std::string> answer(std::string const& session, std::string const& id,
                                    std::string_view request, bool figures);

  /// Stops a request, also one that waits, or that comes after this. False if there is no such session.
  bool stop(std::string const& session, std::string const& id);

  /// What a computation tells about itself: JSON with share and text, counted from 1.
  struct Progress {
    std::uint64_t number = 0;
    std::string text = {};
    bool is_over = false;
  };
  /// The progress of a request after the `seen` th, as soon as there is one, for `patience` at most. A
  /// request that does not come within that time is over.
  Progress progress(std::string const& session, std::string const& id, std::uint64_t seen,
                    std::chrono::milliseconds patience);

  /// Whether any request is at hand.
  bool is_busy();

  /// Stops all requests, now and from now on.
  void end();

 private:
  struct Session;
  struct Asked;
  using Name = std::pair<std::string, std::string>;  ///< session and id

  SessionLimits const limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
  std::map<Name, std::shared_ptr<Asked>> asked_;
  std::uint64_t opened_ = 0;
  bool ended_ = false;
};

}  // namespace weft::server
