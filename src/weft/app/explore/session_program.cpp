#include "weft/app/explore/session_program.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "weft/app/explore/messages.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/core/progress.hpp"
#include "weft/explore/session.hpp"
#include "weft/io/json_text.hpp"

namespace weft::app {
namespace {

using namespace std::chrono_literals;

/// Sends the state of a computation, at most 10 times a second.
class SentProgress final : public Progress {
 public:
  explicit SentProgress(int descriptor) : descriptor_(descriptor) {}

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    label_ = label;
    status_.clear();
    unit_ = unit;
    total_ = total;
    done_ = 0;
    begin_ = Clock::now();
  }
  void tell(std::string_view status) override {
    std::lock_guard const lock(sending_);
    status_ = "  " + std::string(status);
  }
  void finish() override {}

 private:
  using Clock = std::chrono::steady_clock;

  void count(std::uint64_t steps) override {
    done_.fetch_add(steps, std::memory_order_relaxed);
    auto const now = Clock::now();
    if (now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) return;
    std::unique_lock const lock(sending_, std::try_to_lock);
    if (lock && now.time_since_epoch().count() >= next_.load(std::memory_order_relaxed)) send(now);
  }

  void send(Clock::time_point now) {
    constexpr std::size_t width = 200;
    next_.store((now + 100ms).time_since_epoch().count(), std::memory_order_relaxed);
    auto const done = done_.load(std::memory_order_relaxed);
    double const seconds = std::chrono::duration<double>(now - begin_).count();
    auto const share =
        total_ == 0 ? JsonText()
                    : JsonText(static_cast<double>(std::min(done, total_)) / static_cast<double>(total_));
    auto const text = progress_line(label_ + status_, done, total_, unit_, seconds, width);
    write_message(descriptor_, Message::progress,
                  JsonText::object({{"share", share}, {"text", text}}).text());
  }

  int const descriptor_;
  std::mutex sending_;
  std::string label_, status_, unit_;
  std::uint64_t total_ = 0;
  Clock::time_point begin_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<Clock::rep> next_{0};
};

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

int run_session(std::string_view bytes) {
  limit_memory(static_cast<std::uint64_t>(read_integer("memory", bytes)));
  std::signal(SIGINT, SIG_IGN);   // NOLINT(cert-err33-c): CatchInterrupts replaces it during a request
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c)
  end_with_the_server();
  explore::Session session;
  while (auto const message = read_message(STDIN_FILENO)) {
    CatchInterrupts const catching;
    SentProgress progress(answers_descriptor);
    auto const bundle = session.answer(message->text, message->kind == Message::request_figures, progress);
    if (!write_message(answers_descriptor, Message::answer, bundle)) break;
  }
  return 0;
}

}  // namespace weft::app
