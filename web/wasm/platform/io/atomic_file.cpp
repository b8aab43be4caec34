// SPDX-License-Identifier: Apache-2.0
#include "weft/io/atomic_file.hpp"

#include <utility>

#include "memory_files.hpp"

namespace weft {

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {}
AtomicFile::~AtomicFile() = default;
void AtomicFile::write(std::string_view text) { buffer_ += text; }
void AtomicFile::complete() {}
void AtomicFile::commit() { memory_files()[file_key(path_)] = std::move(buffer_); }

void write_file(std::filesystem::path const& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace weft
