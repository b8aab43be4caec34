#include "weft/report/packed.hpp"

#include <new>

#include <zlib.h>

#include "weft/io/digest.hpp"

namespace weft::report {

std::string packed(std::string_view text) {
  constexpr int window_with_gzip_header = 15 + 16, memory_level = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_with_gzip_header, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());  // NOLINT
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return base64(out);
}

}  // namespace weft::report
