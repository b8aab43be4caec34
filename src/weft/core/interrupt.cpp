#include "weft/core/interrupt.hpp"
#include "weft/core/interrupt_request.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <exception>
#include <mutex>

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

}  // namespace

bool interrupted() noexcept { return flag.load(std::memory_order_relaxed); }

void request_interrupt() noexcept { flag = true; }

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

}  // namespace weft
