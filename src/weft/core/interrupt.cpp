#include "weft/core/interrupt.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <exception>
#include <mutex>
#include <utility>

#include "weft/core/host_interrupt.hpp"

namespace weft {
namespace {

std::atomic<bool> flag{false}, second_ends{true};
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int signal_number) {
  flag = true;
  if (second_ends)
    std::signal(signal_number, SIG_DFL);  // NOLINT(cert-err33-c): a handler cannot report a failure
}

constexpr std::array signals{SIGINT, SIGTERM};

/// The CatchInterrupts that live, and the signal handlers from before the first of them.
struct Catching {
  std::mutex mutex;
  unsigned living = 0;
  std::array<struct sigaction, signals.size()> before{};
};

Catching& catching() {
  static Catching instance;
  return instance;
}

/// The innermost HostInterrupts of this thread.
thread_local HostInterrupts* host = nullptr;

/// The HostInterrupts that live, and the handler of SIGINT that hears of it after the computations.
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

void stop_and_pass_on(int signal_number) {
  flag = true;
  if (auto* const next = next_handler.load()) next(signal_number);
}

bool is_ours(struct sigaction const& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == stop_and_pass_on;
}

/// Puts stop_and_pass_on before the handler of SIGINT, unless it is there, or there is no handler.
void listen_before_host() {
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  bool const has_handler =
      (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
  if (!has_handler || is_ours(now)) return;
  hosted().before = now;
  next_handler = now.sa_handler;
  now.sa_handler = stop_and_pass_on;
  sigaction(SIGINT, &now, nullptr);
}

}  // namespace

bool interrupted() noexcept {
  return flag.load(std::memory_order_relaxed) || (host != nullptr && host->asked_to_stop());
}

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

CatchInterrupts::CatchInterrupts(SecondInterrupt second) {
  std::lock_guard const lock(catching().mutex);
  if (catching().living++ > 0) return;
  flag = false;
  second_ends = second == SecondInterrupt::ends_process;
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &catching().before[i]);
}

CatchInterrupts::~CatchInterrupts() {
  std::lock_guard const lock(catching().mutex);
  if (--catching().living > 0) return;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &catching().before[i], nullptr);
  // The host hears of a Ctrl-C that came after the last look. While an exception leaves the call, the host
  // hears of that one: Interrupted is the Ctrl-C itself, which a signal would announce a second time.
  if (flag.exchange(false) && !second_ends && std::uncaught_exceptions() == 0)
    std::raise(SIGINT);  // NOLINT(cert-err33-c): there is nobody to tell
}

HostInterrupts::HostInterrupts(Ask ask, bool stops_at_sigint)
    : ask_(std::move(ask)), outer_(std::exchange(host, this)), last_(std::chrono::steady_clock::now()) {
  std::lock_guard const lock(hosted().mutex);
  ++hosted().living;
  if (stops_at_sigint) listen_before_host();
}

HostInterrupts::~HostInterrupts() {
  host = outer_;
  std::lock_guard const lock(hosted().mutex);
  if (--hosted().living > 0) return;
  flag = false;
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  if (is_ours(now)) sigaction(SIGINT, &hosted().before, nullptr);  // unless the host has set another one since
}

bool HostInterrupts::asked_to_stop() noexcept {
  using namespace std::chrono_literals;
  if (!ask_) return false;
  auto const now = std::chrono::steady_clock::now();
  if (now - last_ < 20ms) return false;
  last_ = now;
  if (!ask_()) return false;
  flag = true;
  return true;
}

}  // namespace weft
