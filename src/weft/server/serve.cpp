// SPDX-License-Identifier: Apache-2.0
#include "weft/server/serve.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <httplib.h>
#include <sys/random.h>
#include <sys/resource.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/interrupt_request.hpp"
#include "weft/io/json.hpp"
#include "weft/io/json_text.hpp"
#include "weft/server/given_files.hpp"
#include "weft/server/guarded_server.hpp"
#include "weft/server/session_program.hpp"
#include "weft/server/sessions.hpp"
#include "weft/version.hpp"

namespace weft::server {
namespace {

using namespace std::chrono_literals;
using httplib::Request;
using httplib::Response;
using Clock = std::chrono::steady_clock;

/// Limits of the body of a request and of a file, and of the time in which they must arrive.
constexpr std::uint64_t max_request_bytes = std::uint64_t{1} << 20, max_file_bytes = std::uint64_t{64} << 20;
constexpr auto max_request_time = 5s, max_file_time = 60s;

/// Returns 128 random bits from the system, in hexadecimal digits.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error(errno, std::generic_category(), "no random numbers");
  std::string token;
  for (auto const byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// The secrets of a server. The token is part of the printed address, which a browser stores in its history;
/// it is therefore valid for one exchange for the key, which the page stores. Thread-safe.
class Secrets {
 public:
  std::string token() const {
    std::lock_guard const lock(mutex_);
    return token_;
  }
  std::string const& key() const { return key_; }
  /// Returns whether a string is the token. If so, replaces the token.
  bool use(std::string_view token);

 private:
  mutable std::mutex mutex_;
  std::string token_ = random_token();
  std::string const key_ = random_token();
};

/// Returns whether two strings are equal, in a time that does not depend on where they differ.
bool is_equal(std::string_view a, std::string_view b) {
  unsigned differing = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    differing |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differing == 0;
}

bool Secrets::use(std::string_view token) {
  std::lock_guard const lock(mutex_);
  if (!is_equal(token, token_)) return false;
  token_ = random_token();
  return true;
}

/// Returns the token or key in an `Authorization` header.
std::string_view bearer(std::string_view header) {
  constexpr std::string_view scheme = "Bearer ";
  return header.starts_with(scheme) ? header.substr(scheme.size()) : std::string_view();
}

/// The reason why a request is refused.
struct Refusal {
  int status;
  std::string text;
  std::string_view kind = "input";
};

/// Sends content without the library's compression, which is slow.
void send(Response& response, std::string content, std::string const& type) {
  if (content.empty()) return response.set_content("", type);
  auto const size = content.size();
  response.set_content_provider(size, type,
                                [content = std::make_shared<std::string const>(std::move(content))](
                                    std::size_t begin, std::size_t length, httplib::DataSink& sink) {
                                  return sink.write(content->data() + begin,
                                                    std::min(length, content->size() - begin));
                                });
}

void send_json(Response& response, std::initializer_list<JsonText::Member> members) {
  send(response, JsonText::object(members).text(), "application/json");
}

/// Returns whether a `Host` header names the loopback interface, with any port: a tunnel such as `ssh -L` may
/// use another port than the server. Other names are refused, because their owners could direct them to this
/// machine (DNS rebinding).
bool is_loopback(std::string_view host) {
  for (std::string_view const name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (!host.starts_with(name)) continue;
    auto const port = host.substr(name.size());
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (port.empty()) return true;
    return port.front() == ':' && port.size() >= 2 && port.size() <= 6 &&
           std::ranges::all_of(port.substr(1), is_digit);
  }
  return false;
}

/// Limits the data of this process. Sessions replace the limit (session_program.hpp).
void limit_data() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= max_server_bytes) return;
  limit.rlim_cur = max_server_bytes;
  setrlimit(RLIMIT_DATA, &limit);
}

void reject(Response& response, Refusal const& rejection) {
  response.status = rejection.status;
  send_json(response, {{"error", JsonText::object({{"kind", rejection.kind}, {"text", rejection.text}})}});
}

/// The server with its routes and its checks of requests.
class Explorer {
 public:
  Explorer(report::ExplorerPage const& page, ServeOptions const& options)
      : page_(page), options_(options), sessions_(options.limits), given_(options.private_folder) {
    folders_.push_back(options.private_folder);
    configure();
    route();
  }

  void run(std::function<void(int, std::string const&)> const& ready) {
    port_ = options_.port == 0                                 ? server_.bind_to_any_port("127.0.0.1")
            : server_.bind_to_port("127.0.0.1", options_.port) ? options_.port
                                                               : -1;
    if (port_ < 0)
      throw InputError(fmt::format("port={}", options_.port),
                       "another program uses the port, or the port is reserved",
                       "choose another port, or omit --port", "--port");
    listen(socket_, GuardedServer::max_connections);  // the library's queue has 5 entries
    announce_ = [&] { ready(port_, secrets_.token()); };
    announce_();
    server_.listen_after_bind();
    throw_if_interrupted();
  }

 private:
  void configure();
  void route();
  void check_end();
  bool is_from_user(Request const& request) const;
  std::optional<Refusal> rejection(Request const& request) const;
  static std::optional<Refusal> body_rejection(Request const& request);
  void enter(Request const& request, Response& response);
  void answer(Request const& request, Response& response, std::string const& body);
  void send_progress(Request const& request, Response& response);
  void store_file(Request const& request, Response& response, std::string const& body);

  report::ExplorerPage const& page_;
  ServeOptions const& options_;
  Secrets secrets_;
  std::function<void()> announce_;  ///< reports a new token
  int port_ = -1;
  socket_t socket_ = INVALID_SOCKET;
  std::vector<std::filesystem::path> folders_ = options_.folders;
  Sessions sessions_;
  GivenFiles given_;
  std::atomic<Clock::rep> used_{Clock::now().time_since_epoch().count()};
  GuardedServer server_{[this] { check_end(); },
                        [this](Request const& request) {
                          return is_from_user(request);
                        }};  ///< the last member: its threads use the others
};

void Explorer::configure() {
  server_.set_payload_max_length(max_file_bytes);
  // The library's default options share the port with other programs.
  server_.set_socket_options([this](socket_t socket) {
    int const yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    socket_ = socket;
  });
  server_.set_default_headers({{"Content-Security-Policy", page_.policy + "; frame-ancestors 'none'"},
                               {"X-Content-Type-Options", "nosniff"},
                               {"Referrer-Policy", "no-referrer"},
                               {"Cross-Origin-Opener-Policy", "same-origin"},
                               {"Cross-Origin-Resource-Policy", "same-origin"},
                               {"Cache-Control", "no-store"}});
  server_.set_pre_routing_handler([this](Request const& request, Response& response) {
    if (auto const reason = rejection(request)) {
      reject(response, *reason);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (is_from_user(request)) used_ = Clock::now().time_since_epoch().count();
    return httplib::Server::HandlerResponse::Unhandled;
  });
  server_.set_error_handler([](Request const&, Response& response) {
    if (response.status == 404 && response.content_length_ == 0)
      reject(response, {404, "this server has no such path"});
  });
  server_.set_exception_handler([](Request const&, Response& response, std::exception_ptr const& thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (InputError const& error) {
      reject(response, {400, error.what()});
    } catch (std::exception const& error) { reject(response, {500, error.what(), "internal"}); }
  });
}

/// Shuts down the server after Ctrl-C, or after `idle_seconds` without a request.
void Explorer::check_end() {
  auto const idle = Clock::now() - Clock::time_point(Clock::duration(used_));
  bool const is_idle =
      options_.idle_seconds > 0 && std::chrono::duration<double>(idle).count() > options_.idle_seconds;
  if (!interrupted() && (!is_idle || sessions_.is_busy())) return;
  sessions_.end();
  server_.end();
}

bool Explorer::is_from_user(Request const& request) const {
  return is_equal(bearer(request.get_header_value("Authorization")), secrets_.key());
}

std::optional<Refusal> Explorer::rejection(Request const& request) const {
  auto const host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !is_loopback(host))
    return Refusal{403, "this server answers only to 127.0.0.1 and localhost"};
  if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host)
    return Refusal{403, "the request comes from a page of another server"};
  if (request.path == "/" && (request.method == "GET" || request.method == "HEAD")) return std::nullopt;
  if (request.path == "/enter" && request.method == "POST") return std::nullopt;
  if (!is_from_user(request))
    return Refusal{401, "the key is wrong: open the address that weft explore has printed last", "lost"};
  return request.method == "POST" ? body_rejection(request) : std::nullopt;
}

std::optional<Refusal> Explorer::body_rejection(Request const& request) {
  bool const is_file = request.path == "/given";
  auto const type = request.get_header_value("Content-Type"),
             expected = is_file ? std::string("application/octet-stream") : "application/json";
  if (type.substr(0, type.find(';')) != expected) return Refusal{415, "Content-Type must be " + expected};
  auto const length = request.get_header_value("Content-Length");
  std::uint64_t size = 0;
  auto const [end, error] = std::from_chars(length.data(), length.data() + length.size(), size);
  if (length.empty() || end != length.data() + length.size() || error == std::errc::invalid_argument ||
      request.has_header("Transfer-Encoding"))
    return Refusal{411, "Content-Length must be the size of the request"};
  if (request.has_header("Content-Encoding"))
    return Refusal{415, "Content-Encoding is not supported: send the bytes as they are"};
  auto const limit = is_file ? max_file_bytes : max_request_bytes;
  if (size > limit || error != std::errc{})
    return Refusal{413, fmt::format("a {} has at most {} MiB", is_file ? "file" : "request", limit >> 20)};
  return std::nullopt;
}

void Explorer::route() {
  using Handler = void (Explorer::*)(Request const&, Response&, std::string const&);
  auto const with_body = [this](auto max_time, Handler handler) {
    return [this, max_time, handler](Request const& request, Response& response,
                                     httplib::ContentReader const& read) {
      auto const latest = Clock::now() + max_time;
      std::string body;
      bool const is_complete = read([&](char const* bytes, std::size_t size) {
        body.append(bytes, size);
        return Clock::now() < latest;
      });
      if (!is_complete) return reject(response, {408, "the request did not arrive in time"});
      (this->*handler)(request, response, body);
    };
  };
  server_.Get("/", [this](Request const&, Response& response) {
    send(response, page_.html, "text/html; charset=utf-8");
  });
  // The handler has a reader but does not use it: without one, the library reads the body of a stranger.
  server_.Post("/enter", [this](Request const& request, Response& response, httplib::ContentReader const&) {
    enter(request, response);
  });
  server_.Get("/state", [this](Request const&, Response& response) {
    auto const session = sessions_.open();
    if (!session)
      return reject(response, {503, "all sessions are busy: close another page, or stop its computation"});
    send_json(response, {{"version", version}, {"session", *session}});
  });
  server_.Post("/ask", with_body(max_request_time, &Explorer::answer));
  server_.Post("/given", with_body(max_file_time, &Explorer::store_file));
  server_.Get(R"(/progress/([\w-]{1,40}))",
              [this](Request const& request, Response& response) { send_progress(request, response); });
  server_.Delete(R"(/ask/([\w-]{1,40}))", [this](Request const& request, Response& response) {
    if (!sessions_.stop(request.get_header_value("Weft-Session"), request.matches[1]))
      return reject(response, {410, "this session has ended: open another session", "ended"});
    response.status = 204;
  });
}

void Explorer::enter(Request const& request, Response& response) {
  if (!secrets_.use(bearer(request.get_header_value("Authorization"))))
    return reject(
        response,
        {401, "this address has already been used: open the last address that weft explore printed", "lost"});
  send_json(response, {{"key", secrets_.key()}});
  announce_();
}

void Explorer::answer(Request const& request, Response& response, std::string const& body) {
  std::string text, id;
  bool figures = false;
  for (auto const& [key, value] : parse_json_fields(body)) {
    if (key == "request")
      text = value;
    else if (key == "id")
      id = value;
    else if (key == "figures")
      figures = value == "true";
    else
      throw InputError("unknown member '" + shown(key) + "'", "", "valid: request, figures, id");
  }
  check_files(text, folders_);
  auto bundle = sessions_.answer(request.get_header_value("Weft-Session"), id, text, figures);
  if (!bundle) return reject(response, {410, "this session has ended: open another session", "ended"});
  send(response, std::move(*bundle), "application/octet-stream");
}

void Explorer::send_progress(Request const& request, Response& response) {
  auto const session = request.get_header_value("Weft-Session"), id = std::string(request.matches[1]);
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, session, id, seen = std::uint64_t{0}](std::size_t, httplib::DataSink& sink) mutable {
        auto const progress = sessions_.progress(session, id, seen, 2s);
        auto const event = progress.number > seen ? "data: " + progress.text + "\n\n" : std::string(":\n\n");
        seen = progress.number;
        if (!sink.write(event.data(), event.size())) return false;
        if (progress.is_over) sink.done();
        return true;
      });
}

void Explorer::store_file(Request const& request, Response& response, std::string const& body) {
  send_json(response, {{"path", given_.add(request.get_param_value("name"), body).string()}});
}

}  // namespace

void serve(report::ExplorerPage const& page, ServeOptions const& options,
           std::function<void(int port, std::string const& token)> const& ready) {
  NoInterruptDeadline const ends_by_itself;
  limit_data();
  Explorer(page, options).run(ready);
}

}  // namespace weft::server
