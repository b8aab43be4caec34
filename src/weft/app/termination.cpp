// SPDX-License-Identifier: Apache-2.0
#include "weft/app/termination.hpp"

#include <atomic>
#include <csignal>
#include <system_error>

#include <unistd.h>

#include "weft/core/interrupt.hpp"

namespace weft::app {
namespace {

std::atomic<bool> is_extension{false};

sigset_t only_sigterm() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  return set;
}

/// Ends the process with the default action of SIGTERM.
void end_by_sigterm() {
  std::signal(SIGTERM, SIG_DFL);  // NOLINT(cert-err33-c): SIGTERM has a default action
  auto const set = only_sigterm();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  raise(SIGTERM);
}

void pass_on() {
  auto const set = only_sigterm();
  for (int taken = 0; sigwait(&set, &taken) == 0 && !is_extension;) {
    struct sigaction now {};
    sigaction(forwarded_sigterm(), nullptr, &now);
    if (now.sa_handler == SIG_DFL) end_by_sigterm();
    kill(getpid(), forwarded_sigterm());
  }
}

}  // namespace

SigtermGuard::SigtermGuard() {
  auto const set = only_sigterm();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    thread_.emplace(pass_on);
  } catch (std::system_error const&) { pthread_sigmask(SIG_UNBLOCK, &set, nullptr); }
}

SigtermGuard::~SigtermGuard() {
  if (!thread_) return;
  is_extension = true;
  pthread_kill(thread_->native_handle(), SIGTERM);
  thread_->join();
}

}  // namespace weft::app
