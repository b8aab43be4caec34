// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft {

/// A connection to a port of this machine.
class Connection {
 public:
  explicit Connection(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_open_ = connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Connection() { close(socket_); }
  Connection(Connection const&) = delete;
  Connection& operator=(Connection const&) = delete;

  bool is_open() const { return is_open_; }
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      auto const sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// Returns the next bytes; empty at the end.
  std::string receive() const {
    std::array<char, 1 << 16> bytes{};
    auto const got = recv(socket_, bytes.data(), bytes.size(), 0);
    return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
  }
  std::string receive_all() const {
    std::string all;
    for (auto piece = receive(); !piece.empty(); piece = receive()) all += piece;
    return all;
  }

 private:
  int socket_;
  bool is_open_ = false;
};

/// An HTTP response.
struct Reply {
  int status = 0;
  std::string head, body;

  explicit Reply(std::string const& text) {
    auto const end = text.find("\r\n\r\n");
    if (end == std::string::npos || text.size() < 12) return;
    status = std::stoi(text.substr(9, 3));
    head = text.substr(0, end);
    body = text.substr(end + 4);
  }
};

/// The process `weft explore --no-open ARGS`; the destructor kills it if it still runs.
class ExploreServer {
 public:
  explicit ExploreServer(std::vector<std::string> const& args = {}) {
    std::vector<std::string> words{WEFT_COMMAND, "explore", "--no-open"};
    words.insert(words.end(), args.begin(), args.end());
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    EXPECT_EQ(posix_spawn(&process_, argv[0], &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) address_ += c;
    close(ends[0]);
    auto const colon = address_.rfind(':', address_.find('#')), hash = address_.find("#token=");
    if (hash == std::string::npos) return;
    port_ = std::stoi(address_.substr(colon + 1));
    token_ = address_.substr(hash + 7, 32);
    auto const entered = enter(token_).body;
    if (auto const begin = entered.find("\"key\":\""); begin != std::string::npos)
      key_ = entered.substr(begin + 7, 32);
  }
  ~ExploreServer() {
    if (process_ == 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  ExploreServer(ExploreServer const&) = delete;
  ExploreServer& operator=(ExploreServer const&) = delete;

  std::string const& address() const { return address_; }
  int port() const { return port_; }
  int process() const { return process_; }
  std::string host() const { return fmt::format("127.0.0.1:{}", port_); }
  std::string authorization() const { return "Authorization: Bearer " + key_; }
  /// Returns the token in the printed address, which the constructor has used.
  std::string const& token() const { return token_; }
  Reply enter(std::string const& token) const {
    return reply("POST /enter", {"Authorization: Bearer " + token});
  }
  /// Returns the current memory of the server, in bytes.
  std::uint64_t memory() const {
    std::ifstream statm(fmt::format("/proc/{}/statm", process_));
    std::uint64_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  }

  /// Returns the processes that the server has started and that still run.
  std::vector<int> children() const {
    std::vector<int> found;
    for (auto const& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream stat(entry.path() / "stat");
      int process = 0, parent = 0;
      std::string name, state;
      if (stat >> process >> name >> state >> parent && parent == process_) found.push_back(process);
    }
    return found;
  }

  /// Returns the text of a request with Host, token and session, unless `headers` contains other values.
  std::string request(std::string const& line, std::vector<std::string> const& headers = {},
                      std::string const& body = {}) const {
    auto text = line + " HTTP/1.1\r\n";
    auto const has = [&](std::string const& name) {
      for (auto const& header : headers)
        if (header.starts_with(name)) return true;
      return false;
    };
    if (!has("Host:")) text += "Host: " + host() + "\r\n";
    if (!has("Authorization:")) text += authorization() + "\r\n";
    if (!has("Content-Length:") && !has("Transfer-Encoding:") && line.starts_with("POST"))
      text += fmt::format("Content-Length: {}\r\n", body.size());
    if (!session_.empty()) text += "Weft-Session: " + session_ + "\r\n";
    for (auto const& header : headers) text += header + "\r\n";
    return text + "\r\n" + body;
  }
  Reply reply(std::string const& line, std::vector<std::string> const& headers = {},
              std::string const& body = {}) const {
    Connection const connection(port_);
    connection.send(request(line, headers, body));
    return Reply(connection.receive_all());
  }

  /// Opens a session for subsequent requests; empty if none can be opened.
  std::string open_session() {
    auto const state = reply("GET /state").body;
    auto const begin = state.find("\"session\":\"");
    session_ =
        begin == std::string::npos ? "" : state.substr(begin + 11, state.find('"', begin + 11) - begin - 11);
    return session_;
  }
  std::string ask_request(std::string const& request_text, int id = 1) const {
    return request("POST /ask", {"Content-Type: application/json"},
                   fmt::format(R"({{"request":"{}","figures":false,"id":{}}})", request_text, id));
  }
  Reply ask(std::string const& request_text, int id = 1) const {
    Connection const connection(port_);
    connection.send(ask_request(request_text, id));
    return Reply(connection.receive_all());
  }

  /// Waits for the end of the server and returns its exit status; nullopt if it does not end within the time.
  std::optional<int> exit_status(std::chrono::milliseconds patience) {
    auto const latest = std::chrono::steady_clock::now() + patience;
    int status = 0;
    while (waitpid(process_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > latest) return std::nullopt;
      usleep(10'000);
    }
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t process_ = 0;
  std::string address_, token_, key_, session_;
  int port_ = 0;
};

}  // namespace weft
