// SPDX-License-Identifier: Apache-2.0
#include "weft/io/atomic_folder.hpp"

#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

std::filesystem::path without_slash(std::filesystem::path const& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

[[noreturn]] void fail_to_write(std::filesystem::path const& folder, std::error_code const& reason) {
  throw InputError("cannot write " + folder.string(), reason.message());
}

}  // namespace

void require_new_folder(std::filesystem::path const& folder) {
  auto const place = without_slash(folder);
  std::error_code ignored;
  bool const is_new = !std::filesystem::exists(place, ignored);
  if (!is_new && !std::filesystem::is_empty(place, ignored))
    throw InputError(place.string() + " is not an empty folder", "Weft does not overwrite",
                     "choose another folder");
  require_writable_parent(place);
}

AtomicFolder::AtomicFolder(std::filesystem::path const& folder)
    : folder_(without_slash(folder)),
      temporary_(folder_.parent_path() / fmt::format(".{}.{}", folder_.filename().string(), getpid())) {
  std::error_code error;
  if (!std::filesystem::create_directory(temporary_, error)) fail_to_write(folder_, error);
  marks_.emplace_back(temporary_);
}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(temporary_, ignored);
}

void AtomicFolder::commit() {
  std::error_code error;
  std::filesystem::rename(temporary_, folder_, error);
  if (error) fail_to_write(folder_, error);
}

}  // namespace weft
