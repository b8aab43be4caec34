// SPDX-License-Identifier: Apache-2.0
#include "weft/app/pager.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <sys/wait.h>

namespace weft::app {
namespace {

/// Guard that ignores a signal during its lifetime.
class IgnoredSignal {
 public:
  explicit IgnoredSignal(int number) : number_(number) {
    struct sigaction ignored {};
    ignored.sa_handler = SIG_IGN;
    sigaction(number_, &ignored, &before_);
  }
  ~IgnoredSignal() { sigaction(number_, &before_, nullptr); }
  IgnoredSignal(IgnoredSignal const&) = delete;
  IgnoredSignal& operator=(IgnoredSignal const&) = delete;

 private:
  int number_;
  struct sigaction before_ {};
};

// NOLINTBEGIN(concurrency-mt-unsafe): no thread changes the environment
std::string pager_command() {
  if (auto const* const terminal = std::getenv("TERM");
      terminal == nullptr || std::string_view(terminal) == "dumb")
    return {};
  auto const* const chosen = std::getenv("PAGER");
  if (chosen == nullptr) return "less -FRX";
  return std::string_view(chosen) == "cat" ? std::string{} : std::string(chosen);
}

}  // namespace

bool show_in_pager(std::string const& text) {
  constexpr int no_such_command = 127;
  auto const command = pager_command();
  if (command.empty()) return false;
  std::fflush(stdout);
  setenv("LESS", "FRX", 0);
  auto* const pager = popen(command.c_str(), "w");  // NOLINT(cert-env33-c): the user's choice, as in git
  if (pager == nullptr) return false;
  IgnoredSignal const closed(SIGPIPE), interrupt(SIGINT);
  std::fwrite(text.data(), 1, text.size(), pager);
  int const status = pclose(pager);
  return !WIFEXITED(status) || WEXITSTATUS(status) != no_such_command;
}
// NOLINTEND(concurrency-mt-unsafe)

}  // namespace weft::app
