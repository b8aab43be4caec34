#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/app/explore/messages.hpp"

namespace weft::app {

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

}  // namespace weft::app
