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

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/interrupt_request.hpp"
#include "weft/io/json.hpp"
#include "weft/io/json_text.hpp"
#include "weft/server/given_files.hpp"
#include "weft/server/guarded_server.hpp"
#include "weft/server/sessions.hpp"
#include "weft/version.hpp"

namespace weft::server {
namespace {

using namespace std::chrono_literals;
using httplib::Request;
using httplib::Response;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t most_bytes_asked = std::uint64_t{1} << 20, most_bytes_given = std::uint64_t{64} << 20;
/// How long a body may take to arrive.
constexpr auto patience_asked = 5s, patience_given = 60s;

/// Of 128 bits from the system.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error(errno, std::generic_category(), "no random numbers");
  std::string token;
  for (auto const byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// The secrets of a server. The token is part of the printed address, which a browser keeps in its history,
/// so it is valid for one exchange for the key, which the page keeps. From any thread.
class Secrets {
 public:
  std::string token() const {
    std::lock_guard const lock(mutex_);
    return token_;
  }
  std::string const& key() const { return key_; }
  /// Returns whether this is the token. If so, replaces the token.
  bool use(std::string_view token);

 private:
  mutable std::mutex mutex_;
  std::string token_ = random_token();
  std::string const key_ = random_token();
};

/// Equality that takes as long whatever differs.
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

/// The token or the key in an `Authorization` header.
std::string_view bearer_of(std::string_view header) {
  constexpr std::string_view scheme = "Bearer ";
  return header.starts_with(scheme) ? header.substr(scheme.size()) : std::string_view();
}

/// A request that is not answered.
struct Refusal {
  int status;
  std::string text;
  std::string_view kind = "input";
};

/// Content that is sent as it is: the library compresses bodies, slowly.
void give(Response& response, std::string content, std::string const& type) {
  if (content.empty()) return response.set_content("", type);
  auto const size = content.size();
  response.set_content_provider(size, type,
                                [content = std::make_shared<std::string const>(std::move(content))](
                                    std::size_t begin, std::size_t length, httplib::DataSink& sink) {
                                  return sink.write(content->data() + begin,
                                                    std::min(length, content->size() - begin));
                                });
}

void give_json(Response& response, std::initializer_list<JsonText::Member> members) {
  give(response, JsonText::object(members).text(), "application/json");
}

void refuse(Response& response, Refusal const& refusal) {
  response.status = refusal.status;
  give_json(response, {{"error", JsonText::object({{"kind", refusal.kind}, {"text", refusal.text}})}});
}

/// The server, with its rules.
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
      throw InputError(fmt::format("port={}", options_.port), "another program uses it, or it is reserved",
                       "choose another, or leave it out", "--port");
    listen(socket_, GuardedServer::max_connections);  // the library's queue has room for 5
    opened_ = [&] { ready(port_, secrets_.token()); };
    opened_();
    server_.listen_after_bind();
    throw_if_interrupted();
  }

 private:
  void configure();
  void route();
  void look();
  bool is_from_user(Request const& request) const;
  std::optional<Refusal> refusal_of(Request const& request) const;
  static std::optional<Refusal> body_refusal_of(Request const& request);
  void enter(Request const& request, Response& response);
  void answer(Request const& request, Response& response, std::string const& body);
  void tell_progress(Request const& request, Response& response);
  void take_file(Request const& request, Response& response, std::string const& body);

  report::ExplorerPage const& page_;
  ServeOptions const& options_;
  Secrets secrets_;
  std::function<void()> opened_;  ///< called when there is a new token
  int port_ = -1;
  socket_t socket_ = INVALID_SOCKET;
  std::vector<std::filesystem::path> folders_ = options_.folders;
  Sessions sessions_;
  GivenFiles given_;
  std::atomic<Clock::rep> used_{Clock::now().time_since_epoch().count()};
  GuardedServer server_{[this] { look(); },
                        [this](Request const& request) {
                          return is_from_user(request);
                        }};  ///< last: its threads use the others
};

void Explorer::configure() {
  server_.set_payload_max_length(most_bytes_given);
  // The library would share the port with other programs.
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
    if (auto const refusal = refusal_of(request)) {
      refuse(response, *refusal);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (is_from_user(request)) used_ = Clock::now().time_since_epoch().count();
    return httplib::Server::HandlerResponse::Unhandled;
  });
  server_.set_error_handler([](Request const&, Response& response) {
    if (response.status == 404 && response.content_length_ == 0)
      refuse(response, {404, "there is nothing of that name here"});
  });
  server_.set_exception_handler([](Request const&, Response& response, std::exception_ptr const& thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (InputError const& error) {
      refuse(response, {400, error.what()});
    } catch (std::exception const& error) { refuse(response, {500, error.what(), "internal"}); }
  });
}

/// Ends the server after Ctrl-C, and when it was idle for too long.
void Explorer::look() {
  auto const idle = Clock::now() - Clock::time_point(Clock::duration(used_));
  bool const is_idle =
      options_.idle_seconds > 0 && std::chrono::duration<double>(idle).count() > options_.idle_seconds;
  if (!interrupted() && (!is_idle || sessions_.is_busy())) return;
  sessions_.end();
  server_.end();
}

bool Explorer::is_from_user(Request const& request) const {
  return is_equal(bearer_of(request.get_header_value("Authorization")), secrets_.key());
}

std::optional<Refusal> Explorer::refusal_of(Request const& request) const {
  auto const host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 ||
      (host != fmt::format("127.0.0.1:{}", port_) && host != fmt::format("localhost:{}", port_)))
    return Refusal{403, fmt::format("this is 127.0.0.1:{}, and nothing else", port_)};
  if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host)
    return Refusal{403, "pages of other servers are not answered"};
  if (request.path == "/" && (request.method == "GET" || request.method == "HEAD")) return std::nullopt;
  if (request.path == "/enter" && request.method == "POST") return std::nullopt;
  if (!is_from_user(request))
    return Refusal{401, "the key is wrong: open the address that weft explore has printed last", "lost"};
  return request.method == "POST" ? body_refusal_of(request) : std::nullopt;
}

std::optional<Refusal> Explorer::body_refusal_of(Request const& request) {
  bool const is_file = request.path == "/given";
  auto const type = request.get_header_value("Content-Type"),
             wanted = is_file ? std::string("application/octet-stream") : "application/json";
  if (type.substr(0, type.find(';')) != wanted) return Refusal{415, "Content-Type must be " + wanted};
  auto const length = request.get_header_value("Content-Length");
  std::uint64_t size = 0;
  auto const [end, error] = std::from_chars(length.data(), length.data() + length.size(), size);
  if (length.empty() || end != length.data() + length.size() || error == std::errc::invalid_argument ||
      request.has_header("Transfer-Encoding"))
    return Refusal{411, "Content-Length must say how long the request is"};
  if (request.has_header("Content-Encoding"))
    return Refusal{415, "Content-Encoding is not supported: send the bytes as they are"};
  auto const most = is_file ? most_bytes_given : most_bytes_asked;
  if (size > most || error != std::errc{})
    return Refusal{413, fmt::format("a {} has {} MiB at most", is_file ? "file" : "request", most >> 20)};
  return std::nullopt;
}

void Explorer::route() {
  using Take = void (Explorer::*)(Request const&, Response&, std::string const&);
  auto const taking = [this](auto patience, Take take) {
    return [this, patience, take](Request const& request, Response& response,
                                  httplib::ContentReader const& read) {
      auto const latest = Clock::now() + patience;
      std::string body;
      bool const whole = read([&](char const* bytes, std::size_t size) {
        body.append(bytes, size);
        return Clock::now() < latest;
      });
      if (!whole) return refuse(response, {408, "the request did not arrive in time"});
      (this->*take)(request, response, body);
    };
  };
  server_.Get("/", [this](Request const&, Response& response) {
    give(response, page_.html, "text/html; charset=utf-8");
  });
  // With a reader that reads nothing: the library would read the body of a stranger.
  server_.Post("/enter", [this](Request const& request, Response& response, httplib::ContentReader const&) {
    enter(request, response);
  });
  server_.Get("/state", [this](Request const&, Response& response) {
    auto const session = sessions_.open();
    if (!session)
      return refuse(response, {503, "all sessions are computing: close another page, or stop it"});
    give_json(response, {{"version", version}, {"session", *session}});
  });
  server_.Post("/ask", taking(patience_asked, &Explorer::answer));
  server_.Post("/given", taking(patience_given, &Explorer::take_file));
  server_.Get(R"(/progress/([\w-]{1,40}))",
              [this](Request const& request, Response& response) { tell_progress(request, response); });
  server_.Delete(R"(/ask/([\w-]{1,40}))", [this](Request const& request, Response& response) {
    if (!sessions_.stop(request.get_header_value("Weft-Session"), request.matches[1]))
      return refuse(response, {410, "this session has ended: open another", "ended"});
    response.status = 204;
  });
}

void Explorer::enter(Request const& request, Response& response) {
  if (!secrets_.use(bearer_of(request.get_header_value("Authorization"))))
    return refuse(
        response,
        {401, "this address was opened before: open the one that weft explore has printed last", "lost"});
  give_json(response, {{"key", secrets_.key()}});
  opened_();
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
  if (!bundle) return refuse(response, {410, "this session has ended: open another", "ended"});
  give(response, std::move(*bundle), "application/octet-stream");
}

void Explorer::tell_progress(Request const& request, Response& response) {
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

void Explorer::take_file(Request const& request, Response& response, std::string const& body) {
  give_json(response, {{"path", given_.add(request.get_param_value("name"), body).string()}});
}

}  // namespace

void serve(report::ExplorerPage const& page, ServeOptions const& options,
           std::function<void(int port, std::string const& token)> const& ready) {
  NoInterruptDeadline const stops_by_itself;
  Explorer(page, options).run(ready);
}

}  // namespace weft::server
