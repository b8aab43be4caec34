// SPDX-License-Identifier: Apache-2.0
#include "weft/core/interrupt.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <string_view>
#include <tuple>
#include <utility>

#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include "weft/core/interrupt_request.hpp"
#include "weft/core/temporary_path.hpp"

namespace weft {
namespace {

std::atomic<bool> flag{false}, has_deadline{false}, is_reported{false};
std::atomic<int> exempt{0};  ///< number of live NoInterruptDeadlines
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constexpr int interrupted_status = 130;
constexpr suseconds_t patience_us = 300'000;

void announce() {
  constexpr std::string_view clear_line = "\r\033[K", text = "weft: interrupted\n";
  pollfd errors{STDERR_FILENO, POLLOUT, 0};
  if (poll(&errors, 1, 0) != 1 || (errors.revents & POLLOUT) == 0) return;
  auto const write_out = [](std::string_view part) {
    return write(STDERR_FILENO, part.data(), part.size()) == static_cast<ssize_t>(part.size());
  };
  if (isatty(STDERR_FILENO) == 0 || write_out(clear_line)) write_out(text);
}

void end_process(int) {
  remove_temporary_paths();
  if (!is_reported) announce();
  _exit(interrupted_status);
}

/// Starts the timer of the deadline. Async-signal-safe: calls only functions that a signal handler may call.
void start_deadline() {
  struct sigaction action {};
  action.sa_handler = end_process;
  sigaction(SIGALRM, &action, nullptr);
  itimerval const patience{{}, {0, patience_us}};
  setitimer(ITIMER_REAL, &patience, nullptr);
}

void handle(int signal_number) {
  flag = true;
  if (has_deadline && exempt == 0) start_deadline();
  std::signal(signal_number, SIG_DFL);  // NOLINT(cert-err33-c): a handler cannot report a failure
}

auto const signals = ending_signals();

/// The number of live `InterruptGuard` objects, and the signal handlers that were installed before the
/// first of them.
struct Catching {
  std::mutex mutex;
  unsigned living = 0;
  std::array<struct sigaction, std::tuple_size_v<decltype(signals)>> before{};
};

Catching& catching() {
  static Catching instance;
  return instance;
}

/// The innermost HostInterrupts of this thread.
thread_local HostInterrupts* host = nullptr;

/// The number of live HostInterrupts, and the SIGINT handler installed before them, which is called after our
/// handler.
struct Hosted {
  std::mutex mutex;
  unsigned living = 0;
  struct sigaction before {};
};

Hosted& hosted() {
  static Hosted instance;
  return instance;
}

std::atomic<void (*)(int)> next_handler{nullptr};

void stop_and_forward(int signal_number) {
  flag = true;
  if (auto* const next = next_handler.load()) next(signal_number);
}

bool is_ours(struct sigaction const& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == stop_and_forward;
}

/// Installs stop_and_forward in front of the SIGINT handler, unless it is already installed or there is no
/// handler.
void install_before_host() {
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  bool const has_handler =
      (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
  if (!has_handler || is_ours(now)) return;
  hosted().before = now;
  next_handler = now.sa_handler;
  now.sa_handler = stop_and_forward;
  sigaction(SIGINT, &now, nullptr);
}

}  // namespace

bool interrupted() noexcept {
  return flag.load(std::memory_order_relaxed) || (host != nullptr && host->should_stop());
}

void request_interrupt() noexcept { flag = true; }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

void send_sigterm_again() noexcept { std::raise(SIGTERM); }  // NOLINT(cert-err33-c)

int forwarded_sigterm() noexcept { return SIGRTMIN; }

std::array<int, 4> ending_signals() noexcept { return {forwarded_sigterm(), SIGINT, SIGTERM, SIGHUP}; }

InterruptGuard::InterruptGuard() {
  std::lock_guard const lock(catching().mutex);
  if (catching().living++ > 0) return;
  flag = false;
  struct sigaction action {};
  action.sa_handler = handle;  // without SA_RESTART: a blocked read returns, and its caller checks
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &catching().before[i]);
    if (signals[i] == SIGHUP && catching().before[i].sa_handler == SIG_IGN) continue;  // under nohup
    sigaction(signals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  std::lock_guard const lock(catching().mutex);
  if (--catching().living > 0) return;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &catching().before[i], nullptr);
  flag = false;
}

HostInterrupts::HostInterrupts(ShouldStop should_stop, bool stops_at_sigint)
    : should_stop_(std::move(should_stop)),
      outer_(std::exchange(host, this)),
      last_(std::chrono::steady_clock::now()) {
  std::lock_guard const lock(hosted().mutex);
  ++hosted().living;
  if (stops_at_sigint) install_before_host();
}

HostInterrupts::~HostInterrupts() {
  host = outer_;
  std::lock_guard const lock(hosted().mutex);
  if (--hosted().living > 0) return;
  flag = false;
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  if (is_ours(now))
    sigaction(SIGINT, &hosted().before, nullptr);  // unless the host has set another handler since
}

bool HostInterrupts::should_stop() noexcept {
  using namespace std::chrono_literals;
  if (!should_stop_) return false;
  auto const now = std::chrono::steady_clock::now();
  if (now - last_ < 20ms) return false;
  last_ = now;
  if (!should_stop_()) return false;
  flag = true;
  return true;
}

void enable_interrupt_deadline() { has_deadline = true; }
void mark_interrupt_reported() { is_reported = true; }

NoInterruptDeadline::NoInterruptDeadline() { ++exempt; }
NoInterruptDeadline::~NoInterruptDeadline() { --exempt; }

}  // namespace weft
