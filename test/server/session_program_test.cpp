// SPDX-License-Identifier: Apache-2.0
#include "weft/server/session_program.hpp"

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace weft::server {
namespace {

/// Returns the bytes of messages as they are sent through a pipe.
std::string bytes(std::vector<Message> const& messages) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  for (auto const& message : messages) EXPECT_TRUE(write_message(ends[1], message.kind, message.text));
  close(ends[1]);
  std::string all;
  std::array<char, 256> piece{};
  for (ssize_t got = 0; (got = read(ends[0], piece.data(), piece.size())) > 0;)
    all.append(piece.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  return all;
}

std::vector<Message> const samples{{Message::progress, R"({"share":0.5})"},
                                   {Message::answer, ""},
                                   {Message::answer, std::string("with\0zero", 9)},
                                   {Message::request, std::string(3000, 'x')}};

TEST(MessageBuffer, AssemblesMessagesFromPiecesOfAnySize) {
  auto const all = bytes(samples);
  for (std::size_t const size :
       {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{100}, all.size()}) {
    MessageBuffer buffer;
    std::vector<Message> found;
    for (std::size_t begin = 0; begin < all.size(); begin += size) {
      buffer.add(std::string_view(all).substr(begin, size));
      while (auto message = buffer.next()) found.push_back(std::move(*message));
    }
    ASSERT_EQ(found.size(), samples.size()) << size;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].kind, samples[i].kind);
      EXPECT_EQ(found[i].text, samples[i].text);
    }
  }
}

TEST(MessageBuffer, WaitsForTheRestOfAMessage) {
  auto const all = bytes({samples[2]});
  MessageBuffer buffer;
  buffer.add(std::string_view(all).substr(0, all.size() - 1));
  EXPECT_FALSE(buffer.next());
  buffer.add(std::string_view(all).substr(all.size() - 1));
  EXPECT_TRUE(buffer.next());
  EXPECT_FALSE(buffer.next());
}

TEST(SessionMessages, ReadReturnsNulloptAtTheEndAndForTruncatedMessages) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  auto const all = bytes({samples[0], samples[1]});
  ASSERT_EQ(write(ends[1], all.data(), all.size() - 4), static_cast<ssize_t>(all.size() - 4));
  close(ends[1]);
  auto const first = read_message(ends[0]);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->text, samples[0].text);
  EXPECT_FALSE(read_message(ends[0]));
  close(ends[0]);
}

TEST(SessionMessages, WriteReturnsFalseWithoutAReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  close(ends[0]);
  auto* const before = signal(SIGPIPE, SIG_IGN);
  EXPECT_FALSE(write_message(ends[1], Message::answer, "text"));
  signal(SIGPIPE, before);
  close(ends[1]);
}

}  // namespace
}  // namespace weft::server
