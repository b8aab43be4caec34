// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "platform/io/memory_files.hpp"
#include "weft/explore/json_progress.hpp"
#include "weft/explore/session.hpp"

// What the module exports. Texts are UTF-8: those given to it are a place and a size, in memory of
// weft_allocate, which the caller frees with weft_free.
#define WEFT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

/// The last answer. It stays until the next request, so that it is not copied here.
std::string answer;

/// A text with a zero byte at its end, which the caller frees; null if there is no memory for it.
char* given(std::string_view text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace

/// Reports the progress of a request to the page or program that runs the module (explore/json_progress.hpp).
extern "C" __attribute__((import_module("weft"), import_name("progress"))) void weft_progress(
    char const* json, std::size_t size);

WEFT_EXPORT(weft_allocate) void* weft_allocate(std::size_t size) { return std::malloc(size); }
WEFT_EXPORT(weft_free) void weft_free(void* memory) { std::free(memory); }

/// The place of the bundle that answers a request (explore/session.hpp), until the next request. All requests
/// are of one session. `figures` other than 0: with figures.
WEFT_EXPORT(weft_ask) char const* weft_ask(char const* request, std::size_t size, int figures) {
  static weft::explore::Session session;
  answer = {};  // its memory serves the next one
  weft::explore::JsonProgress progress(
      [](std::string const& json) { weft_progress(json.data(), json.size()); });
  answer = session.answer({request, size}, figures != 0, progress);
  return answer.data();
}

/// The size of the last answer in bytes.
WEFT_EXPORT(weft_answer_size) std::size_t weft_answer_size() { return answer.size(); }

/// Stores a file in the memory of the module, for requests that name it.
WEFT_EXPORT(weft_write_file)
void weft_write_file(char const* path, std::size_t path_size, char const* text, std::size_t size) {
  weft::memory_files()[weft::file_key(std::string(path, path_size))].assign(text, size);
}

/// The contents of a file, such as one that a request wrote; null if there is none.
WEFT_EXPORT(weft_read_file) char* weft_read_file(char const* path, std::size_t path_size) {
  auto const file = weft::memory_files().find(weft::file_key(std::string(path, path_size)));
  return file == weft::memory_files().end() ? nullptr : given(file->second);
}
