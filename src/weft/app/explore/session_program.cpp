#include "weft/app/explore/session_program.hpp"

#include <csignal>
#include <string>
#include <thread>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "weft/app/explore/messages.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/explore/session.hpp"
#include "weft/explore/told_progress.hpp"
#include "weft/io/readable_folders.hpp"

namespace weft::app {
namespace {

/// Ends the process as soon as nobody can write to standard input any more: the server has ended, however it
/// did.
void end_with_the_server() {
  std::thread([] {
    pollfd input{STDIN_FILENO, 0, 0};
    while (poll(&input, 1, -1) <= 0) {}
    _exit(0);
  }).detach();
}

void limit_memory(std::uint64_t bytes) {
  if (bytes == 0) return;
  rlimit const limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

int run_session(std::span<char const* const> arguments) {
  limit_memory(static_cast<std::uint64_t>(read_integer("memory", arguments.front())));
  read_only_below({arguments.begin() + 1, arguments.end()});
  std::signal(SIGINT, SIG_IGN);   // NOLINT(cert-err33-c): CatchInterrupts replaces it during a request
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c)
  end_with_the_server();
  explore::Session session;
  while (auto const message = read_message(STDIN_FILENO)) {
    CatchInterrupts const catching;
    explore::ToldProgress progress(
        [](std::string const& json) { write_message(answers_descriptor, Message::progress, json); });
    auto const bundle = session.answer(message->text, message->kind == Message::request_figures, progress);
    if (!write_message(answers_descriptor, Message::answer, bundle)) break;
  }
  return 0;
}

}  // namespace weft::app
