#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Reads the fields of a protobuf message in its wire format (protobuf.dev/programming-guides/encoding).
/// Throws InputError with `place` for what is cut off or malformed.
class ProtobufReader {
 public:
  ProtobufReader(std::string_view bytes, std::string_view place) : rest_(bytes), place_(place) {}

  struct Field {
    std::uint32_t number = 0;
    std::uint64_t value = 0;      ///< of a number, 64 or 32 bits
    std::string_view bytes = {};  ///< of a text or a message
    bool is_bytes = false;
  };
  /// None after the last.
  std::optional<Field> next();
  /// The next message with its length before it; none at the end.
  std::optional<std::string_view> message();
  std::uint64_t varint();
  bool at_end() const { return rest_.empty(); }

 private:
  [[noreturn]] void fail(char const* why) const;
  std::string_view take(std::uint64_t size);
  std::uint64_t fixed(std::size_t size);

  std::string_view rest_, place_;
};

}  // namespace weft
