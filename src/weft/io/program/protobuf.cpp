#include "weft/io/program/protobuf.hpp"

#include "weft/core/error.hpp"

namespace weft {
namespace {

enum WireType : std::uint8_t { number = 0, eight_bytes = 1, bytes = 2, four_bytes = 5 };

}  // namespace

void ProtobufReader::fail(char const* why) const {
  throw InputError("a damaged protobuf message", why, "", std::string(place_));
}

std::string_view ProtobufReader::take(std::uint64_t size) {
  if (size > rest_.size()) fail("it ends too early");
  auto const taken = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(taken.size());
  return taken;
}

std::uint64_t ProtobufReader::varint() {
  constexpr unsigned bits = 7, most_bytes = 10;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < most_bytes; ++i) {
    auto const byte = static_cast<std::uint8_t>(take(1).front());
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << (bits * i);
    if (byte < 0x80) return value;
  }
  fail("a number of more than 64 bits");
}

std::uint64_t ProtobufReader::fixed(std::size_t size) {
  std::uint64_t value = 0;
  auto const taken = take(size);
  for (std::size_t i = size; i > 0; --i) value = value << 8 | static_cast<std::uint8_t>(taken[i - 1]);
  return value;
}

std::optional<ProtobufReader::Field> ProtobufReader::next() {
  if (rest_.empty()) return {};
  auto const key = varint();
  if (key >> 3 == 0 || key >> 3 > 0x1fffffff) fail("a field with no number");
  Field field{.number = static_cast<std::uint32_t>(key >> 3)};
  switch (key & 7U) {
    case WireType::number: field.value = varint(); break;
    case WireType::eight_bytes: field.value = fixed(8); break;
    case WireType::four_bytes: field.value = fixed(4); break;
    case WireType::bytes:
      field.bytes = take(varint());
      field.is_bytes = true;
      break;
    default: fail("a field of no known type");
  }
  return field;
}

std::optional<std::string_view> ProtobufReader::message() {
  if (rest_.empty()) return {};
  return take(varint());
}

}  // namespace weft
