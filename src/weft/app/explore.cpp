// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt_request.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/report/explorer_page.hpp"
#include "weft/report/files.hpp"
#include "weft/report/parts.hpp"
#include "weft/server/given_files.hpp"
#include "weft/server/serve.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

using report::ExplorerEngine;
using std::filesystem::path;

struct Explore {
  struct Params {
    std::string ask = {};
    std::int64_t port = 0;
    bool no_open = false;
    double idle = 30;
    std::string static_page = {};
    double memory = 0;
    double time = 600;
    std::string files = {};
  };
  static constexpr std::string_view name = "explore";
  static constexpr std::string_view doc = "explore networks in a browser: loads, flits, deadlocks, failures";
  static constexpr std::tuple schema{
      param("ask", &Params::ask,
            "verb that the page opens with, and its arguments: load torus:sides=8x8 --pattern transpose; "
            "show if the first word is a network")
          .positional("VERB"),
      param("port", &Params::port, Range{0, 65535}, "port on 127.0.0.1; 0: any free port"),
      param("no-open", &Params::no_open, "print the address without opening a browser"),
      param("idle", &Params::idle, Range{0},
            "minutes without a request after which the server exits; 0: never"),
      param("static", &Params::static_page,
            "write the page instead of serving it: one file x.html, or a directory for a web server"),
      param("memory", &Params::memory, Range{0}, "memory limit of a page; 0: the memory of the machine",
            "bytes"),
      param("time", &Params::time, Range{0}, "time limit of a request; 0: no limit", "s"),
      param("files", &Params::files,
            "directories with files that requests may name, in addition to files dropped on the page")
          .repeated("files")};
};

/// Returns a value of a link, in which all but plain characters are percent-encoded.
std::string encoded(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~:=,/@()[]*!^";
  std::string out;
  for (char const c : text)
    out += plain.find(c) != std::string_view::npos ? std::string(1, c)
                                                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

/// Returns the link that opens the page with a request, such as
/// `load?topology=torus:sides=16x16&pattern=transpose`.
std::string link_of(std::string const& ask) {
  if (ask.empty()) return {};
  auto const request = Spec::parse(ask);
  std::string link = request.name;
  for (char separator = '?'; auto const& [key, value] : request.arguments) {
    link += fmt::format("{}{}={}", separator, key, encoded(value));
    separator = '&';
  }
  return link;
}

void check_ask(std::string const& ask) {
  std::vector<std::string> names;
  for (auto const& verb : verb::verb_docs()) names.push_back(verb.name);
  if (!ask.empty() && std::ranges::find(names, Spec::parse(ask).name) == names.end())
    throw InputError("unknown verb '" + shown(ask) + "'", "", suggest(ask, names));
}

void write_static(path const& target, std::string const& link) {
  if (!report::has_explorer_script() || !report::has_explorer_module())
    throw InputError("cannot write the page", "this build does not contain the WebAssembly module",
                     "build the module with ./run wasm && ./run build, or install a release", "--static");
  bool const is_file = target.extension() == ".html";
  auto const page = is_file ? target : target / "index.html";
  if (is_file) {
    report::require_writable_file(target);
    write_file(target, explorer_page(ExplorerEngine::module_inside).html);
  } else {
    make_directories(target);
    report::write_files(target,
                        {{"index.html", explorer_page(ExplorerEngine::module_beside).html},
                         {std::string(report::module_file), std::string(report::explorer_module_bytes())}});
  }
  fmt::print("{}{}{}\n", page.string(), link.empty() ? "" : "#", link);
}

/// Opens the address in the user's browser. The token is passed in a file that only the user can read, not in
/// the arguments of a process, which all users can see.
void open_browser(path const& folder, std::string const& address) {
  auto const has = [](char const* name) {
    return std::getenv(name) != nullptr;
  };  // NOLINT(concurrency-mt-unsafe)
  if (!has("DISPLAY") && !has("WAYLAND_DISPLAY")) return;
  auto const file = folder / "open.html";
  write_file(file, fmt::format("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Weft</title>\n"
                               "<meta http-equiv=\"refresh\" content=\"0; url={}\">\n",
                               address));
  std::string command = "xdg-open", target = file.string();
  std::array<char*, 3> arguments{command.data(), target.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int const output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;  // the browser must receive SIGTERM, which SigtermGuard blocks here
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  if (posix_spawnp(&process, command.c_str(), &actions, &attributes, arguments.data(), environ) != 0)
    print_error("note: there is no xdg-open; open the address yourself");
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

/// Returns the ssh command that forwards the server's port to the user's machine, if the user is logged in
/// over ssh.
std::optional<std::string> tunnel_command(int port) {
  if (std::getenv("SSH_CONNECTION") == nullptr) return std::nullopt;  // NOLINT(concurrency-mt-unsafe)
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) return std::nullopt;
  return fmt::format("ssh -N -L {0}:127.0.0.1:{0} {1}", port, host.data());
}

std::vector<path> read_folders(std::string const& list) {
  std::vector<path> folders;
  for (path const folder : items_of(list)) {
    if (!directory_exists(folder))
      throw InputError("files=" + shown(folder.string()), "must be a directory").about("files");
    folders.push_back(std::filesystem::canonical(folder));
  }
  return folders;
}

/// Guard that makes Ctrl-C, SIGTERM and the hangup of the terminal shut down the server properly, even after
/// a second signal, so that uploaded files are removed.
class CatchAllSignals {
 public:
  CatchAllSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaction(signals[i], nullptr, &before_[i]);
      struct sigaction action {};
      action.sa_handler = [](int) { request_interrupt(); };
      action.sa_flags = SA_RESTART;
      if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);  // as under nohup
    }
  }
  ~CatchAllSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  }
  CatchAllSignals(CatchAllSignals const&) = delete;
  CatchAllSignals& operator=(CatchAllSignals const&) = delete;

 private:
  decltype(ending_signals()) const signals = ending_signals();
  std::array<struct sigaction, std::tuple_size_v<decltype(ending_signals())>> before_{};
};

int explore(Explore::Params const& params, Output const&) {
  check_ask(params.ask);
  auto const link = link_of(params.ask);
  if (!params.static_page.empty()) {
    write_static(params.static_page, link);
    return 0;
  }
  CatchAllSignals const catching;
  server::PrivateDirectory const folder;
  auto folders = read_folders(params.files);
  if (!params.ask.empty()) std::ranges::move(server::file_folders(params.ask), std::back_inserter(folders));
  server::SessionLimits limits{static_cast<std::uint64_t>(params.memory), params.time, folders};
  limits.folders.push_back(folder.path());
  server::serve(
      explorer_page(ExplorerEngine::server),
      {.port = static_cast<int>(params.port),
       .idle_seconds = 60 * params.idle,
       .limits = std::move(limits),
       .folders = std::move(folders),
       .private_folder = folder.path()},
      [&, is_first = true](int port, std::string const& token) mutable {
        auto const address =
            fmt::format("http://127.0.0.1:{}/#token={}{}{}", port, token, link.empty() ? "" : ";", link);
        if (!is_first)
          return print_error("the address has been used; open this one in another browser: " + address);
        is_first = false;
        fmt::print("{}\n", address);
        std::fflush(stdout);
        if (auto const tunnel = tunnel_command(port))
          print_error("To use a browser on your own machine, run this command there: " + *tunnel);
        print_error("Ctrl-C ends the server.");
        if (!params.no_open) open_browser(folder.path(), address);
      });
  print_error(fmt::format("no request for {}: the server has ended", format_duration(60 * params.idle)));
  return 0;
}

}  // namespace

Command explore_command() {
  auto command = command_of<Explore>(false, explore);
  command.accepts_verb = true;
  return command;
}

}  // namespace weft::app
