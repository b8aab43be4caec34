// SPDX-License-Identifier: Apache-2.0
#include "weft/io/given_text.hpp"

#include <map>
#include <mutex>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/io/digest.hpp"

namespace weft {
namespace {

struct GivenTexts {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<std::string const>> by_path;
};

GivenTexts& registered_texts() {
  static GivenTexts texts;
  return texts;
}

}  // namespace

GivenText::GivenText(std::string const& name, std::string text) {
  constexpr std::size_t bytes = 8;
  auto const digest = sha256(text);
  path_ = fmt::format("given/{:02x}/{}", fmt::join(std::span(digest).first(bytes), ""), name);
  auto& [mutex, by_path] = registered_texts();
  std::lock_guard const lock(mutex);
  std::erase_if(by_path, [](auto const& entry) { return entry.second.expired(); });
  auto& known = by_path[path_.string()];
  text_ = known.lock();
  if (!text_) known = text_ = std::make_shared<std::string const>(std::move(text));
}

std::shared_ptr<std::string const> find_given_text(std::filesystem::path const& path) {
  auto const& name = path.native();
  if (!name.starts_with("given/")) return nullptr;
  auto& [mutex, by_path] = registered_texts();
  std::lock_guard const lock(mutex);
  auto const at = by_path.find(name);
  return at == by_path.end() ? nullptr : at->second.lock();
}

}  // namespace weft
