// SPDX-License-Identifier: Apache-2.0
#include "weft/server/guarded_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "weft/io/json_text.hpp"

namespace weft::server {
namespace {

using namespace std::chrono_literals;
using Clock = GuardedServer::Clock;

/// Interval at which a waiting connection checks for the shutdown of the server.
constexpr auto poll_interval = 50ms;

/// Returns the response to a request without a complete header.
std::string rejection_text(std::string_view status, std::string_view text) {
  auto const body =
      JsonText::object({{"error", JsonText::object({{"kind", "input"}, {"text", text}})}}).text();
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
      status, body.size(), body);
}

}  // namespace

/// A task queue that starts a thread for each connection.
class GuardedServer::Threads final : public httplib::TaskQueue {
 public:
  explicit Threads(GuardedServer& server) : server_(server) {}

  void enqueue(std::function<void()> serve) override {
    std::unique_lock lock(mutex_);
    while (living_ >= max_connections || !start(serve)) {
      server_.close_oldest_unauthenticated();
      ended_.wait_for(lock, poll_interval);
      server_.poll_();
    }
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return living_ == 0; });
  }
  void on_idle() override { server_.poll_(); }

 private:
  /// Starts a thread; returns false if the system cannot create one more. Requires the lock.
  bool start(std::function<void()> const& serve) {
    try {
      std::thread([this, serve] {
        try {
          serve();
        } catch (std::exception const&) {}  // the connection is closed; most likely, memory ran out
        std::lock_guard const guard(mutex_);
        --living_;
        ended_.notify_all();
      }).detach();
    } catch (std::system_error const&) { return false; }
    ++living_;
    return true;
  }

  GuardedServer& server_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int living_ = 0;
};

/// A socket with the bytes of the header. It counts as a stranger's until trust(). The destructor closes it.
class GuardedServer::Connection final : public httplib::Stream {
 public:
  Connection(GuardedServer& server, socket_t socket) : server_(server), socket_(socket) {
    std::lock_guard const lock(server_.mutex_);
    server_.unauthenticated_.push_back(socket_);
  }
  ~Connection() override {
    linger();
    std::lock_guard const lock(server_.mutex_);
    server_.unauthenticated_.remove(socket_);
    shutdown(socket_, SHUT_RDWR);
    close(socket_);
  }
  Connection(Connection const&) = delete;
  Connection& operator=(Connection const&) = delete;

  /// Reads the header. Returns nullopt when it is complete, the response to a header beyond the limits, or an
  /// empty text if the connection is closed.
  std::optional<std::string> read_head() {
    auto const latest = begin_ + max_head_time;
    constexpr std::string_view head_end = "\r\n\r\n";
    for (std::size_t from = 0; head_.find(head_end, from) == std::string::npos;) {
      from = head_.size() < head_end.size() ? 0 : head_.size() - (head_end.size() - 1);
      if (head_.size() >= max_head_bytes)
        return rejection_text(
            "431 Request Header Fields Too Large",
            fmt::format("the headers of a request may have at most {} KiB", max_head_bytes >> 10));
      if (!wait(POLLIN, latest)) {
        if (head_.empty() || server_.has_ended_) return "";
        return rejection_text("408 Request Timeout", "the request did not arrive in time");
      }
      std::array<char, 4096> bytes;  // NOLINT(*-member-init)
      auto const got =
          recv(socket_, bytes.data(), std::min(bytes.size(), max_head_bytes - head_.size()), MSG_DONTWAIT);
      if (got == 0 || (got < 0 && !is_retryable())) return "";
      if (got > 0) head_.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return std::nullopt;
  }

  /// Marks the connection as the user's.
  void trust() {
    std::lock_guard const lock(server_.mutex_);
    server_.unauthenticated_.remove(socket_);
    is_trusted_ = true;
  }

  bool is_readable() const override { return read_ < head_.size() || wait(POLLIN, latest(POLLIN)); }
  bool is_writable() const override { return wait(POLLOUT, latest(POLLOUT)); }
  ssize_t read(char* to, std::size_t size) override {
    if (read_ < head_.size()) {
      auto const count = head_.copy(to, size, read_);
      read_ += count;
      return static_cast<ssize_t>(count);
    }
    return transfer(POLLIN, [&] { return recv(socket_, to, size, MSG_DONTWAIT); });
  }
  ssize_t write(char const* from, std::size_t size) override {
    return transfer(POLLOUT, [&] { return send(socket_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL); });
  }
  using Stream::write;
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  /// Reads a limited number of bytes that still arrive: closing a socket with unread bytes discards the
  /// response.
  void linger() const {
    constexpr std::size_t max_bytes = std::size_t{64} << 10;
    auto const latest = Clock::now() + 100ms;
    shutdown(socket_, SHUT_WR);
    std::array<char, 4096> bytes;  // NOLINT(*-member-init)
    for (std::size_t count = 0; count < max_bytes && wait(POLLIN, latest);) {
      auto const got = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (got == 0 || (got < 0 && !is_retryable())) return;
      if (got > 0) count += static_cast<std::size_t>(got);
    }
  }
  static bool is_retryable() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

  Clock::time_point latest(short events) const {
    if (!is_trusted_) return begin_ + max_unauthenticated_time;
    return Clock::now() + (events == POLLIN ? max_silence_sent : max_silence_received);
  }
  /// Waits until the socket is ready. Returns false at `latest` or at the shutdown of the server.
  bool wait(short events, Clock::time_point latest) const {
    while (!server_.has_ended_) {
      auto const rest = std::chrono::ceil<std::chrono::milliseconds>(latest - Clock::now());
      if (rest <= 0ms) return false;
      pollfd ready{socket_, events, 0};
      int const count = poll(&ready, 1, static_cast<int>(std::min(rest, {poll_interval}).count()));
      if (count > 0) return true;
      if (count < 0 && errno != EINTR) return false;
    }
    return false;
  }
  template <class Transfer>
  ssize_t transfer(short events, Transfer const& once) const {
    auto const until = latest(events);
    while (wait(events, until)) {
      auto const count = once();
      if (count >= 0 || !is_retryable()) return count;
    }
    return -1;
  }

  GuardedServer& server_;
  socket_t const socket_;
  Clock::time_point const begin_ = Clock::now();
  bool is_trusted_ = false;
  std::string head_;      ///< with the bytes that arrived after it
  std::size_t read_ = 0;  ///< bytes of head_ that the library has read
};

GuardedServer::GuardedServer(std::function<void()> poll,
                             std::function<bool(httplib::Request const&)> is_from_user)
    : poll_(std::move(poll)), is_from_user_(std::move(is_from_user)) {
  new_task_queue = [this] { return new Threads(*this); };  // NOLINT(*-owning-memory)
  set_idle_interval(poll_interval);
}

void GuardedServer::end() {
  has_ended_ = true;
  stop();
}

void GuardedServer::close_oldest_unauthenticated() {
  std::lock_guard const lock(mutex_);
  if (unauthenticated_.empty()) return;
  shutdown(unauthenticated_.front(), SHUT_RDWR);  // its thread closes it
  unauthenticated_.pop_front();
}

bool GuardedServer::process_and_close_socket(socket_t socket) {
  Connection connection(*this, socket);
  if (auto const rejection = connection.read_head()) {
    if (!rejection->empty()) connection.write(*rejection);
    return false;
  }
  bool is_closed = false;
  return process_request(connection, true, is_closed, [&](httplib::Request& request) {
    if (is_from_user_(request)) connection.trust();
  });
}

}  // namespace weft::server
