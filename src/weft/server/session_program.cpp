// SPDX-License-Identifier: Apache-2.0
#include "weft/server/session_program.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/explore/json_progress.hpp"
#include "weft/explore/session.hpp"
#include "weft/io/readable_folders.hpp"
#include "weft/server/confinement.hpp"

namespace weft::server {
namespace {

using Size = std::uint64_t;
constexpr std::size_t head_size = 1 + sizeof(Size);

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    auto const written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_all(int descriptor, char* bytes, std::size_t size) {
  while (size > 0) {
    auto const got = ::read(descriptor, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

Size size_in(char const* head) {
  Size size = 0;
  std::memcpy(&size, head + 1, sizeof size);
  return size;
}

}  // namespace

bool write_message(int descriptor, char kind, std::string_view text) {
  std::array<char, head_size> head{kind};
  Size const size = text.size();
  std::memcpy(head.data() + 1, &size, sizeof size);
  return write_all(descriptor, {head.data(), head.size()}) && write_all(descriptor, text);
}

std::optional<Message> read_message(int descriptor) {
  std::array<char, head_size> head{};
  if (!read_all(descriptor, head.data(), head.size())) return std::nullopt;
  Message message{head[0], std::string(size_in(head.data()), '\0')};
  if (!read_all(descriptor, message.text.data(), message.text.size())) return std::nullopt;
  return message;
}

std::optional<Message> MessageBuffer::next() {
  if (bytes_.size() < head_size || bytes_.size() - head_size < size_in(bytes_.data())) return std::nullopt;
  auto const size = size_in(bytes_.data());
  Message message{bytes_[0], bytes_.substr(head_size, size)};
  bytes_.erase(0, head_size + size);
  return message;
}

namespace {

/// Ends the process when the server has closed its end of standard input or has terminated for any reason.
void end_with_server() {
  std::thread([] {
    pollfd input{STDIN_FILENO, 0, 0};
    while (poll(&input, 1, -1) <= 0) {}
    _exit(0);
  }).detach();
}

/// Replaces the memory limit inherited from the server by `bytes`; 0: no limit.
void limit_memory(std::uint64_t bytes) {
  rlimit data{};
  if (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur == max_server_bytes) {
    data.rlim_cur = data.rlim_max;
    setrlimit(RLIMIT_DATA, &data);
  }
  if (bytes == 0) return;
  rlimit const limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

int run_session(std::span<char const* const> arguments) {
  limit_memory(static_cast<std::uint64_t>(read_integer("memory", arguments.front())));
  std::vector<std::filesystem::path> const folders(arguments.begin() + 1, arguments.end());
  restrict_reads(folders);
  confine_thread(folders);
  std::signal(SIGINT, SIG_IGN);   // NOLINT(cert-err33-c): InterruptGuard replaces it during a request
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c)
  end_with_server();
  explore::Session session;
  while (auto const message = read_message(STDIN_FILENO)) {
    InterruptGuard const catching;
    explore::JsonProgress progress(
        [](std::string const& json) { write_message(answers_descriptor, Message::progress, json); });
    auto const bundle = session.answer(message->text, message->kind == Message::request_figures, progress);
    if (!write_message(answers_descriptor, Message::answer, bundle)) break;
  }
  return 0;
}

}  // namespace weft::server
