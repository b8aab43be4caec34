#include "weft/core/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace weft {
namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void handle(int signal_number) {
  flag = true;
  std::signal(signal_number, SIG_DFL);  // NOLINT(cert-err33-c): a handler has no one to tell
}

}  // namespace

bool interrupted() noexcept { return flag.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

CatchInterrupts::CatchInterrupts() {
  flag = false;
  for (int const signal_number : {SIGINT, SIGTERM}) std::signal(signal_number, handle);
}

CatchInterrupts::~CatchInterrupts() {
  for (int const signal_number : {SIGINT, SIGTERM}) std::signal(signal_number, SIG_DFL);
  flag = false;
}

}  // namespace weft
