// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include "end_to_end/command.hpp"
#include "end_to_end/explore_server.hpp"
#include "support/sanitized.hpp"
#include "support/scratch.hpp"
#include "weft/report/explorer_page.hpp"

namespace weft {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Returns the number of directories of servers that still exist.
std::size_t private_folders() {
  std::size_t count = 0;
  for (auto const& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
    count += entry.path().filename().string().starts_with("weft-explore-") ? 1 : 0;
  return count;
}

/// A separate directory for temporary files during its lifetime: other tests run servers simultaneously.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    if (auto const* const before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", scratch_.path().c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_)
      setenv("TMPDIR", before_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path path() const { return scratch_.path(); }

 private:
  Scratch const scratch_;
  std::optional<std::string> before_;
};

/// A request that takes hours.
std::string long_run() {
  return R"(simulate:topology=\"torus:sides=32x32\",traffic=uniform,)"
         R"(engine=\"flit:rate=0.3,warm_up=1000,cycles=1e8,max_cycles=1e9\")";
}

TEST(ExploreTest, RespondsWithBundles) {
  ExploreServer server;
  auto const page = server.reply("GET /", {"Authorization: none"});
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("id=\"weft\""), std::string::npos);
  for (auto const* header : {"Content-Security-Policy: default-src 'none'", "frame-ancestors 'none'",
                             "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer"})
    EXPECT_NE(page.head.find(header), std::string::npos) << page.head;
  EXPECT_EQ(page.head.find("Access-Control"), std::string::npos);
  EXPECT_EQ(server.ask("show:topology=ring").status, 410);
  ASSERT_NE(server.open_session(), "");
  auto const answer = server.ask(R"(show:topology=\"torus:sides=4x4\")");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body.starts_with("WEFT")) << answer.body;
  EXPECT_NE(answer.body.find("\"verb\": \"show\""), std::string::npos);
  auto const wrong = server.ask(R"(show:topology=\"torus:side=4x4\")");
  EXPECT_NE(wrong.body.find("\"kind\":\"input\""), std::string::npos) << wrong.body;
  EXPECT_NE(wrong.body.find("sides"), std::string::npos) << wrong.body;
}

TEST(ExploreTest, OpensAtTheGivenRequest) {
  ExploreServer const server({"load", "torus:sides=16x16", "--pattern", "transpose", "--idle", "1"});
  EXPECT_TRUE(server.address().ends_with(";load?topology=torus:sides=16x16&pattern=transpose"))
      << server.address();
}

TEST(ExploreTest, RejectsWrongArguments) {
  expect_rejected("explore loadd", "did you mean 'load'?");
  expect_rejected("explore load torus:sid=4x4", "did you mean 'sides'?");
  expect_rejected("explore load torus --patern transpose", "--pattern");
  expect_rejected("explore --port 70000", "65535");
  expect_rejected("explore --files /nowhere", "must be a directory");
}

TEST(ExploreTest, RequiresTheModuleForAStaticPage) {
  Scratch const scratch;
  auto const page = scratch.path() / "explorer.html";
  auto const arguments = "explore --static " + page.string();
  if (!report::has_explorer_module())
    return expect_rejected(arguments, "build the module with ./run wasm && ./run build");
  EXPECT_EQ(weft_command(arguments).status, 0);
  EXPECT_NE(text_of(page).find("id=\"weft-module\""), std::string::npos);
}

TEST(ExploreTest, RejectsUnauthorizedClients) {
  ExploreServer server;
  server.open_session();
  EXPECT_EQ(server.reply("GET /state", {"Host: evil.example"}).status, 403);
  EXPECT_EQ(server.reply("GET /", {"Host: evil.example"}).status, 403);
  for (auto const* other :
       {"127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.1:8080.evil.example",
        "127.0.0.1:", "localhost:8x", "localhost@evil.example", "0.0.0.0"})
    EXPECT_EQ(server.reply("GET /state", {std::string("Host: ") + other}).status, 403) << other;
  EXPECT_EQ(server.reply("GET /state", {"Host: localhost", "Host: localhost"}).status, 403);
  EXPECT_EQ(server.reply("GET /state", {fmt::format("Host: localhost:{}", server.port())}).status, 200);
  EXPECT_EQ(server.reply("GET /state", {"Authorization: none"}).status, 401);
  EXPECT_EQ(server.reply("GET /state", {"Authorization: Bearer 00000000000000000000000000000000"}).status,
            401);
  EXPECT_EQ(server.reply("GET /state", {"Origin: https://evil.example"}).status, 403);
  EXPECT_EQ(server.reply("GET /state", {"Origin: null"}).status, 403);
  EXPECT_EQ(server.reply("GET /state", {"Origin: http://" + server.host()}).status, 200);
  EXPECT_EQ(server.reply("GET /state", {"Origin: http://127.0.0.1:1"}).status, 403)
      << "another program's page";
  EXPECT_EQ(server.reply("GET /../../../etc/passwd").status, 404);
  EXPECT_EQ(server.reply("GET /%2e%2e/etc/passwd").status, 404);
  EXPECT_EQ(server.reply("OPTIONS /ask", {"Authorization: none", "Origin: https://evil.example"}).status,
            403);
}

TEST(ExploreTest, RespondsThroughATunnelWithAnotherPort) {
  ExploreServer const server;
  for (auto const* host : {"127.0.0.1:8080", "localhost:1", "localhost", "[::1]:65535"}) {
    auto const header = std::string("Host: ") + host;
    EXPECT_EQ(server.reply("GET /", {header}).status, 200) << host;
    EXPECT_EQ(server.reply("GET /state", {header, std::string("Origin: http://") + host}).status, 200)
        << host;
  }
}

TEST(ExploreTest, PrintsTheTunnelCommandOverSsh) {
  auto const run = [](char const* connection) {
    return weft_command("explore --no-open --idle 0.005", std::string("env ") + connection).err;
  };
  std::array<char, 256> host{};
  ASSERT_EQ(gethostname(host.data(), host.size() - 1), 0);
  auto const over_ssh = run("SSH_CONNECTION='10.0.0.1 50000 10.0.0.2 22'");
  EXPECT_NE(over_ssh.find("ssh -N -L "), std::string::npos) << over_ssh;
  EXPECT_NE(over_ssh.find(std::string(" ") + host.data() + "\n"), std::string::npos) << over_ssh;
  auto const local = run("-u SSH_CONNECTION");
  EXPECT_EQ(local.find("ssh"), std::string::npos) << local;
}

TEST(ExploreTest, RespondsToHeadRequestsWithoutTheKey) {
  ExploreServer const server;
  auto const answer = server.reply("HEAD /", {"Authorization: none"});
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.head.find("text/html"), std::string::npos) << answer.head;
  EXPECT_EQ(answer.body, "");
}

TEST(ExploreTest, LimitsTheMemoryOfTheServerButNotOfSessions) {
  auto const before = text_of("/proc/self/limits");
  ExploreServer server;
  server.open_session();
  EXPECT_TRUE(server.ask("show:topology=ring").body.starts_with("WEFT"));
  auto const data_limit = [](std::string const& limits) {
    auto const begin = limits.find("Max data size");
    return limits.substr(begin, limits.find('\n', begin) - begin);
  };
  auto const limits = [&](int process) {
    return data_limit(text_of(fmt::format("/proc/{}/limits", process)));
  };
  EXPECT_NE(limits(server.process()).find(" 4294967296 "), std::string::npos) << limits(server.process());
  auto const sessions = server.children();
  ASSERT_EQ(sessions.size(), 1U);
  EXPECT_EQ(limits(sessions.front()), data_limit(before));
}

/// Bytes that decompress to thousands of times their size, and a header that requests decompression.
TEST(ExploreTest, RejectsCompressedBodies) {
  ExploreServer const server;
  std::string const bytes = "Content-Type: application/octet-stream";
  for (auto const* encoding : {"gzip", "br", "deflate", "identity"})
    EXPECT_EQ(server.reply("POST /given?name=x", {bytes, std::string("Content-Encoding: ") + encoding}, "0 1")
                  .status,
              415)
        << encoding;
}

TEST(ExploreTest, RejectsInvalidBodies) {
  ExploreServer server;
  server.open_session();
  std::string const json = "Content-Type: application/json";
  EXPECT_EQ(server.reply("POST /ask", {"Content-Type: text/plain"}, "{}").status, 415);
  EXPECT_EQ(server.reply("POST /ask", {}, "{}").status, 415);
  EXPECT_EQ(server.reply("POST /ask", {json, "Transfer-Encoding: chunked"}, "2\r\n{}\r\n0\r\n\r\n").status,
            411);
  EXPECT_EQ(server.reply("POST /ask", {json, "Content-Length: 2000000"}).status, 413);
  EXPECT_EQ(server.reply("POST /ask", {json, "Content-Length: 99999999999999999999999"}).status, 413);
  EXPECT_EQ(
      server
          .reply("POST /given?name=x", {"Content-Type: application/octet-stream", "Content-Length: 99000000"})
          .status,
      413);
  EXPECT_EQ(server.reply("POST /ask", {json}, "no json").status, 400);
  EXPECT_EQ(server.reply("POST /ask", {json}, R"({"request":["show"]})").status, 400);
  EXPECT_EQ(server.reply("GET /state").status, 200);
}

TEST(ExploreTest, ServesOthersDespiteSlowBodiesAndIdleConnections) {
  ExploreServer const server;
  std::vector<std::unique_ptr<Connection>> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(std::make_unique<Connection>(server.port()));
  Connection const slow(server.port());
  slow.send(server.request("POST /ask", {"Content-Type: application/json", "Content-Length: 100"}));
  EXPECT_EQ(server.reply("GET /state").status, 200);
  auto const begin = Clock::now();
  std::string answer;
  std::thread reader([&] { answer = slow.receive_all(); });
  while (seconds_since(begin) < 7 && slow.send("x")) std::this_thread::sleep_for(500ms);
  reader.join();
  EXPECT_EQ(Reply(answer).status, 408);
}

TEST(ExploreTest, ReadsOnlyUploadedFiles) {
  std::string folder;
  {
    ExploreServer server;
    server.open_session();
    auto const given = server.reply("POST /given?name=..%2F..%2Fnet%20work.txt",
                                    {"Content-Type: application/octet-stream"}, "0 1\n1 2\n2 0\n");
    auto const begin = given.body.find(":\"") + 2;
    auto const path = given.body.substr(begin, given.body.find('"', begin) - begin);
    EXPECT_TRUE(path.ends_with("/net_work.txt")) << given.body;
    folder = std::filesystem::path(path).parent_path().parent_path();
    EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
    auto const answer = server.ask(fmt::format(R"(show:topology=\"file:path={}\")", path));
    EXPECT_NE(answer.body.find("\"verb\": \"show\""), std::string::npos) << answer.body;
    for (auto const* other : {"/etc/passwd", "/etc/../etc/passwd", "/proc/self/environ"})
      EXPECT_NE(server.ask(fmt::format(R"(show:topology=\"file:path={}\")", other))
                    .body.find("is not in a directory that the server may read"),
                std::string::npos);
    EXPECT_NE(server.ask(fmt::format(R"(show:topology=\"file:path={}/../../../etc/passwd\")", folder))
                  .body.find("may read"),
              std::string::npos);
    EXPECT_NE(server.ask("draw:topology=ring,output=/tmp/x.svg").body.find("writes no files"),
              std::string::npos);
    kill(server.process(), SIGTERM);
    EXPECT_EQ(server.exit_status(3s), 130);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(ExploreTest, DeniesFilesReferencedByAnUploadedFile) {
  Scratch const outside;
  std::ofstream(outside / "secret.txt") << "0 secret words\n";
  ExploreServer server;
  server.open_session();
  auto const replay = [&](std::string const& list) {
    auto const given =
        server.reply("POST /given?name=list.txt", {"Content-Type: application/octet-stream"}, list);
    auto const begin = given.body.find(":\"") + 2;
    auto const path = given.body.substr(begin, given.body.find('"', begin) - begin);
    return server.ask(fmt::format(R"(replay:topology=\"ring:routers=2\",program=\"ti:file={}\")", path)).body;
  };
  for (auto const& name :
       {(outside / "secret.txt").string(), "../../../.." + (outside / "secret.txt").string()}) {
    auto const answer = replay(name + "\n");
    EXPECT_NE(answer.find("cannot find file"), std::string::npos) << answer;
    EXPECT_EQ(answer.find("words"), std::string::npos) << answer;
  }
}

TEST(ExploreTest, ReadsFilesBelowTheAllowedFolders) {
  Scratch const first, second, other;
  for (auto const* scratch : {&first, &second, &other})
    std::ofstream(*scratch / "ring.txt") << "0 1\n1 2\n2 0\n";
  ExploreServer server({"--files", first.path(), "--files", second.path()});
  server.open_session();
  auto const shown = [&](Scratch const& scratch) {
    return server.ask(fmt::format(R"(show:topology=\"file:path={}/ring.txt\")", scratch.path().string()))
        .body;
  };
  EXPECT_NE(shown(first).find("\"verb\": \"show\""), std::string::npos);
  EXPECT_NE(shown(second).find("\"verb\": \"show\""), std::string::npos);
  EXPECT_NE(shown(other).find("may read"), std::string::npos);
}

TEST(ExploreTest, StopsWithin300MillisecondsAndContinues) {
  ExploreServer server;
  server.open_session();
  for (int id = 1; id <= 2; ++id) {
    std::optional<Reply> answer;
    std::thread asking([&] { answer = server.ask(long_run(), id); });
    Connection const watching(server.port());
    watching.send(server.request(fmt::format("GET /progress/{}", id)));
    std::string events;
    while (events.find("\"share\":") == std::string::npos) {
      auto const piece = watching.receive();
      if (piece.empty()) break;
      events += piece;
    }
    EXPECT_NE(events.find("text/event-stream"), std::string::npos);
    EXPECT_NE(events.find("\"share\":"), std::string::npos) << events;
    auto const begin = Clock::now();
    EXPECT_EQ(server.reply(fmt::format("DELETE /ask/{}", id)).status, 204);
    asking.join();
    EXPECT_LT(seconds_since(begin), 0.3);
    EXPECT_NE(answer->body.find("\"kind\":\"stopped\""), std::string::npos) << answer->body;
  }
  EXPECT_EQ(server.ask("show:topology=ring", 3).status, 200);
}

TEST(ExploreTest, StopsARequestAtTheTimeLimit) {
  ExploreServer server({"--time", "0.5"});
  server.open_session();
  auto const answer = server.ask(long_run());
  EXPECT_NE(answer.body.find("\"kind\":\"stopped\""), std::string::npos) << answer.body;
  EXPECT_NE(answer.body.find("--time"), std::string::npos) << answer.body;
}

TEST(ExploreTest, RejectsARequestAboveTheMemoryLimit) {
  if (sanitized) GTEST_SKIP() << "sanitizers take more addresses than the limit allows";
  ExploreServer server({"--memory", "4GB"});
  server.open_session();
  auto const answer = server.ask(R"(load:topology=\"torus:sides=512x512x512\")");
  EXPECT_NE(answer.body.find("GB"), std::string::npos) << answer.body;
  EXPECT_EQ(server.ask("show:topology=ring", 2).status, 200);
}

TEST(ExploreTest, ClosesTheLongestIdleSession) {
  ExploreServer first;
  first.open_session();
  EXPECT_TRUE(first.ask("show:topology=ring").body.starts_with("WEFT"));
  for (int i = 0; i < 32; ++i) EXPECT_EQ(first.reply("GET /state").status, 200);
  auto const lost = first.ask("show:topology=ring");
  EXPECT_EQ(lost.status, 410);
  EXPECT_NE(lost.body.find("\"kind\":\"ended\""), std::string::npos) << lost.body;  // pages then reopen
}

TEST(ExploreTest, CtrlCEndsComputations) {
  TemporaryFolder const temporary;
  ExploreServer server;
  server.open_session();
  std::thread asking([&] { server.ask(long_run()); });
  std::this_thread::sleep_for(500ms);
  EXPECT_EQ(private_folders(), 1U);
  kill(server.process(), SIGINT);
  EXPECT_EQ(server.exit_status(3s), 130);
  asking.join();
  EXPECT_EQ(private_folders(), 0U);
}

TEST(ExploreTest, AcceptsATokenOnce) {
  ExploreServer server;
  EXPECT_EQ(server.reply("GET /state").status, 200);
  EXPECT_EQ(server.enter(server.token()).status, 401);
  EXPECT_EQ(server.enter("00000000000000000000000000000000").status, 401);
  EXPECT_EQ(server.reply("GET /state", {"Authorization: Bearer " + server.token()}).status, 401);
  EXPECT_EQ(server.reply("POST /enter", {"Authorization: none", "Content-Length: 99999999"}).status, 401);
  EXPECT_EQ(server.reply("GET /state").status, 200);
}

/// An endless header of a request, which no server should store: its beginning, and the piece that is
/// repeated.
struct EndlessHead {
  std::string begin, piece;
};

TEST(ExploreTest, RejectsEndlessHeadersWithoutUsingMemory) {
  ExploreServer const server;
  auto const before = server.memory();
  std::string const filler(4096, 'x');
  for (auto const& [begin, piece] :
       {EndlessHead{"GET /", filler}, EndlessHead{"GET / HTTP/1.1\r\nX: ", filler},
        EndlessHead{"GET / HTTP/1.1\r\nHost: " + server.host() + "\r\n", "X: y\r\n"}, EndlessHead{"", "\n"},
        EndlessHead{"POST /ask HTTP/1.1\r\n", "\r"}}) {
    Connection const stranger(server.port());
    stranger.send(begin);
    std::size_t sent = 0;
    constexpr std::size_t enough = std::size_t{64} << 20;
    while (sent < enough && stranger.send(piece)) sent += piece.size();
    EXPECT_LT(sent, enough) << begin;
  }
  // 16 KiB for each connection, and the memory of a thread.
  EXPECT_LT(server.memory(), before + (std::uint64_t{16} << 20));
  EXPECT_EQ(server.reply("GET /").status, 200);
  auto const largest = server.reply("GET /state", {"X: " + std::string(15 << 10, 'x')});
  EXPECT_NE(largest.status, 431) << largest.body;
  EXPECT_EQ(server.reply("GET /state", {"X: " + std::string(16 << 10, 'x')}).status, 431);
}

/// Strangers that send one byte at a time until their end.
class Drips {
 public:
  Drips(ExploreServer const& server, int count, std::string const& begin) {
    for (int i = 0; i < count; ++i) {
      connections_.push_back(std::make_unique<Connection>(server.port()));
      connections_.back()->send(begin);
    }
    thread_ = std::thread([this] {
      while (!over_) {
        for (auto const& connection : connections_) connection->send("x");
        std::this_thread::sleep_for(100ms);
      }
    });
  }
  ~Drips() {
    over_ = true;
    thread_.join();
  }
  Drips(Drips const&) = delete;
  Drips& operator=(Drips const&) = delete;

  Connection const& first() const { return *connections_.front(); }

 private:
  std::vector<std::unique_ptr<Connection>> connections_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

TEST(ExploreTest, ClosesConnectionsWithSlowHeaders) {
  ExploreServer const server;
  auto const begin = Clock::now();
  Drips const drips(server, 1, "GET / HTTP/1.1\r\nX: ");
  EXPECT_EQ(Reply(drips.first().receive_all()).status, 408);
  EXPECT_GT(seconds_since(begin), 4.5);
  EXPECT_LT(seconds_since(begin), 9);
}

TEST(ExploreTest, ServesTheUserWhenUnauthorizedClientsHoldAllConnections) {
  ExploreServer const server;
  Drips const drips(server, 140, "GET / HTTP/1.1\r\nX: ");  // the maximum is 128
  for (int i = 0; i < 5; ++i) {
    auto const begin = Clock::now();
    EXPECT_EQ(server.reply("GET /").status, 200);
    EXPECT_EQ(server.reply("GET /state").status, 200);
    EXPECT_LT(seconds_since(begin), 2);  // the limit of a header is 5 s
  }
}

TEST(ExploreTest, CtrlCEndsTheServerInAnyStateOfItsConnections) {
  for (auto const* begin : {"", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nHost: none\r\n\r\n"}) {
    ExploreServer server;
    Drips const drips(server, 3, begin);
    Connection const body(server.port());
    body.send(server.request("POST /ask", {"Content-Type: application/json", "Content-Length: 100"}));
    std::this_thread::sleep_for(200ms);
    auto const asked = Clock::now();
    kill(server.process(), SIGINT);
    EXPECT_EQ(server.exit_status(5s), 130) << begin;
    EXPECT_LT(seconds_since(asked), 2) << begin;
  }
}

TEST(ExploreTest, RemovesTheFilesOfTheUserOnEverySignal) {
  TemporaryFolder const temporary;
  for (auto const& signals : std::vector<std::vector<int>>{
           {SIGHUP}, {SIGTERM}, {SIGINT, SIGINT}, {SIGHUP, SIGHUP}, {SIGINT, SIGTERM, SIGHUP}}) {
    ExploreServer server;
    server.reply("POST /given?name=x", {"Content-Type: application/octet-stream"}, "0 1\n");
    EXPECT_EQ(private_folders(), 1U);
    for (int const signal : signals) kill(server.process(), signal);
    EXPECT_EQ(server.exit_status(5s), 130);
    EXPECT_EQ(private_folders(), 0U);
  }
}

TEST(ExploreTest, RemovesFilesOfKilledServersAtTheNextStart) {
  TemporaryFolder const temporary;
  ExploreServer const lives;
  {
    ExploreServer const killed;
    EXPECT_EQ(private_folders(), 2U);
  }
  EXPECT_EQ(private_folders(), 2U);
  auto const other = temporary.path() / "weft-explore-file";
  std::ofstream(other) << "no directory";
  ExploreServer const next;
  EXPECT_EQ(private_folders(), 3U) << "that of the first, that of the third, and the file";
  EXPECT_TRUE(std::filesystem::exists(other));
}

TEST(ExploreTest, EndsWhenIdle) {
  ExploreServer server({"--idle", "0.01"});
  EXPECT_EQ(server.exit_status(5s), 0);
}

/// Idle for 1.8 s; a stranger sends requests until 1.5 s. If they counted as use, the server would end at 3.3
/// s.
TEST(ExploreTest, EndsWhenIdleDespiteUnauthorizedClients) {
  ExploreServer server({"--idle", "0.03"});
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(server.reply("GET /", {"Authorization: none"}).status, 200);
  }
  EXPECT_EQ(server.exit_status(1500ms), 0);
}

TEST(ExploreTest, RejectsAPortInUse) {
  ExploreServer const server;
  expect_rejected(fmt::format("explore --no-open --port {}", server.port()), "another program uses the port");
}

}  // namespace
}  // namespace weft
