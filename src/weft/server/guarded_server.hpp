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

/// An HTTP server that protects its memory, its responses to the user and its shutdown from other users of
/// the machine (strangers). The library would read lines and headers of any size for an
/// unlimited time. This server therefore reads the header of a request itself, within limits, and passes only
/// complete headers to the library. A connection serves one request.
///
/// A request comes from a stranger unless `is_from_user` accepts it. If all connections are in use, a new one
/// closes the oldest connection of a stranger or without a complete header.
class GuardedServer : public httplib::Server {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int max_connections = 128;
  static constexpr std::size_t max_head_bytes = std::size_t{16} << 10;
  /// Time limits for a complete header, and for a stranger's request with its response.
  static constexpr std::chrono::seconds max_head_time{5}, max_unauthenticated_time{30};
  /// Maximum time between two pieces that the user sends, and between two that the user receives.
  static constexpr std::chrono::seconds max_silence_sent{5}, max_silence_received{60};

  /// `poll`: called several times per second. `is_from_user`: see above.
  GuardedServer(std::function<void()> poll, std::function<bool(httplib::Request const&)> is_from_user);

  /// Shuts down the server: it accepts no more connections, and all transfers fail within 0.1 s. Thread-safe.
  void end();

 private:
  class Threads;
  class Connection;
  bool process_and_close_socket(socket_t socket) override;
  void close_oldest_unauthenticated();

  std::function<void()> const poll_;
  std::function<bool(httplib::Request const&)> const is_from_user_;
  std::atomic<bool> has_ended_{false};
  std::mutex mutex_;
  std::list<socket_t> unauthenticated_;  ///< oldest first
};

}  // namespace weft::server
