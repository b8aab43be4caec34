// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>

#include <httplib.h>

namespace weft::server {

/// An HTTP server whose memory strangers on the same machine cannot fill, and that they cannot block or keep
/// running. The library reads lines and headers of any size for any time. This server reads the head of a
/// request itself, within limits, and passes only complete heads to the library. A connection answers one
/// request.
///
/// A request that `knows` does not accept is one of a stranger. While all connections are in use, a new one
/// closes the oldest connection of a stranger or without a complete head.
class GuardedServer : public httplib::Server {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int max_connections = 128;
  static constexpr std::size_t max_head_bytes = std::size_t{16} << 10;
  /// The time of a whole head, and of a whole request of a stranger with its answer.
  static constexpr std::chrono::seconds max_head_time{5}, max_stranger_time{30};
  /// The time between two pieces that the user sends, and that the user receives.
  static constexpr std::chrono::seconds max_silence_sent{5}, max_silence_received{60};

  /// `look` is called several times a second. `knows` says whether a request comes from the user.
  GuardedServer(std::function<void()> look, std::function<bool(httplib::Request const&)> knows);

  /// Ends the server: it accepts no more connections, and all transfers fail within 0.1 s. From any thread.
  void end();

 private:
  class Threads;
  class Connection;
  bool process_and_close_socket(socket_t socket) override;
  void close_oldest_stranger();

  std::function<void()> const look_;
  std::function<bool(httplib::Request const&)> const knows_;
  std::atomic<bool> has_ended_{false};
  std::mutex mutex_;
  std::list<socket_t> strangers_;  ///< sockets by age
};

}  // namespace weft::server
