// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/json_progress.hpp"

#include <fmt/format.h>

namespace weft::explore {
namespace {

constexpr double min_seconds = 3;

}  // namespace

void JsonProgress::expect(double seconds, std::string_view what, double /*share*/) {
  if (seconds < min_seconds) return;
  auto const time = seconds < 100     ? fmt::format("{:.0f} s", seconds)
                    : seconds < 6'000 ? fmt::format("{:.0f} min", seconds / 60)
                                      : fmt::format("{:.0f} h", seconds / 3600);
  send(JsonText(), fmt::format("{}: about {}", what, time));
}

void JsonProgress::show() {
  constexpr std::size_t width = 200;
  auto const done = share();
  send(done ? JsonText(*done) : JsonText(), line(width));
}

void JsonProgress::send(JsonText const& share, std::string const& text) const {
  sink_(JsonText::object({{"share", share}, {"text", text}}).text());
}

}  // namespace weft::explore
