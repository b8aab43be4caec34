// SPDX-License-Identifier: Apache-2.0
#include "weft/io/unpacked.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <span>

#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"

namespace weft {
namespace {

constexpr std::string_view gzip_mark{"\x1f\x8b"}, xz_mark{
                                                      "\xfd"
                                                      "7zXZ\0",
                                                      6};

/// Reasons for failure.
constexpr char const* ends_early = "the data are truncated";
constexpr char const* damaged = "the data are damaged";

/// Limits of decompression: the larger of `max_unpacked` bytes and `max_growth` times the size of the file.
/// Texts of networks and traces shrink to a tenth, rarely to a hundredth.
constexpr std::size_t max_unpacked = std::size_t{256} << 20, max_growth = 200;

[[noreturn]] void fail(std::filesystem::path const& path, std::string_view form, std::string why) {
  throw InputError("cannot unpack " + path.string(), std::move(why), "try " + std::string(form) + " --test");
}

class Gzip {
 public:
  Gzip(std::string_view bytes, std::filesystem::path const& path) : rest_(bytes), path_(path) {
    constexpr int window_with_gzip_header = 15 + 16;
    if (inflateInit2(&stream_, window_with_gzip_header) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() { inflateEnd(&stream_); }
  Gzip(Gzip const&) = delete;
  Gzip& operator=(Gzip const&) = delete;

  /// Unpacks into `to`. Returns the number of bytes written; less than its size at the end of the text.
  std::size_t read(std::span<char> to) {
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(to.size());
    while (stream_.avail_out > 0 && !at_end_) {
      feed();
      auto const status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END)
        end_member();
      else if (status == Z_BUF_ERROR)
        fail(path_, "gzip", ends_early);
      else if (status == Z_MEM_ERROR)
        throw std::bad_alloc();
      else if (status != Z_OK)
        fail(path_, "gzip", damaged);
    }
    return to.size() - stream_.avail_out;
  }

 private:
  void feed() {
    if (stream_.avail_in > 0) return;
    constexpr std::size_t maximum = std::size_t{1} << 30;  // zlib counts in 32 bits
    auto const piece = rest_.substr(0, maximum);
    rest_.remove_prefix(piece.size());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));  // NOLINT
    stream_.avail_in = static_cast<uInt>(piece.size());
  }
  /// Ends a member. Another member may follow, or zeros as padding.
  void end_member() {
    while (true) {
      feed();
      if (stream_.avail_in == 0) break;
      if (*stream_.next_in != 0) {
        if (inflateReset(&stream_) != Z_OK) throw std::bad_alloc();
        return;
      }
      ++stream_.next_in;
      --stream_.avail_in;
    }
    at_end_ = true;
  }

  std::string_view rest_;
  std::filesystem::path const& path_;
  z_stream stream_{};
  bool at_end_ = false;
};

class Xz {
 public:
  Xz(std::string_view bytes, std::filesystem::path const& path) : path_(path) {
    if (lzma_stream_decoder(&stream_, first_limit, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
    stream_.next_in = reinterpret_cast<std::uint8_t const*>(bytes.data());
    stream_.avail_in = bytes.size();
  }
  ~Xz() { lzma_end(&stream_); }
  Xz(Xz const&) = delete;
  Xz& operator=(Xz const&) = delete;

  /// Unpacks into `to`. Returns the number of bytes written; less than its size at the end of the text.
  std::size_t read(std::span<char> to) {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to.data());
    stream_.avail_out = to.size();
    while (stream_.avail_out > 0) {
      auto const status = lzma_code(&stream_, LZMA_FINISH);
      if (status == LZMA_STREAM_END) break;
      if (status == LZMA_MEMLIMIT_ERROR)
        allow_memory();
      else if (status == LZMA_BUF_ERROR)
        fail(path_, "xz", ends_early);
      else if (status == LZMA_MEM_ERROR)
        throw std::bad_alloc();
      else if (status == LZMA_OPTIONS_ERROR)
        fail(path_, "xz", "the filter is not supported");
      else if (status != LZMA_OK)
        fail(path_, "xz", damaged);
    }
    return to.size() - stream_.avail_out;
  }

 private:
  /// Checks the size of the dictionary, which the file specifies, against the available memory.
  void allow_memory() {
    auto const needed = lzma_memusage(&stream_);
    require_memory(needed, "unpacking " + path_.string());
    if (lzma_memlimit_set(&stream_, needed) != LZMA_OK) throw std::bad_alloc();
  }

  static constexpr std::uint64_t first_limit = std::uint64_t{1} << 26;
  std::filesystem::path const& path_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

template <class Form>
std::string text_of(std::string_view bytes, std::filesystem::path const& path) {
  constexpr std::size_t capacities_held =
      3;  // while the text grows, memory contains it and a copy of twice the size
  auto const maximum = std::max(max_unpacked, max_growth * bytes.size());
  Form form(bytes, path);
  std::string text;
  std::array<char, 65536> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  for (std::size_t size = buffer.size(); size == buffer.size();) {
    throw_if_interrupted();
    size = form.read(buffer);
    if (text.size() + size > maximum)
      throw InputError("cannot unpack " + path.string(),
                       fmt::format("its {1} bytes contain more than {0} MiB", maximum >> 20, bytes.size()),
                       "unpack it yourself if you trust it");
    if (text.size() + size > text.capacity())
      require_memory(capacities_held * text.capacity(), path.string());
    text.append(buffer.data(), size);
  }
  return text;
}

bool is_named(std::filesystem::path const& path, char const* extension) {
  return path.extension() == extension;
}

}  // namespace

bool is_packed(std::string_view beginning, std::filesystem::path const& path) {
  return beginning.starts_with(gzip_mark) || beginning.starts_with(xz_mark) || is_named(path, ".gz") ||
         is_named(path, ".xz");
}

std::string unpacked(std::string_view bytes, std::filesystem::path const& path) {
  if (bytes.starts_with(gzip_mark)) return text_of<Gzip>(bytes, path);
  if (bytes.starts_with(xz_mark)) return text_of<Xz>(bytes, path);
  bool const cut =
      bytes.size() < xz_mark.size() && (gzip_mark.starts_with(bytes) || xz_mark.starts_with(bytes));
  throw InputError("cannot unpack " + path.string(),
                   cut ? ends_early : "the name ends in .gz or .xz, but the content is neither",
                   cut ? "" : "rename the file, or compress it with gzip or xz");
}

}  // namespace weft
