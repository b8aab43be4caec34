#include "weft/io/program/chakra_node.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

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

enum WireType : std::uint8_t { number = 0, eight_bytes = 1, bytes = 2, four_bytes = 5 };

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

/// A number of any type of AttributeProto, if it is one.
std::optional<double> number_of(ProtobufReader::Field const& field) {
  auto const value = field.value;
  auto const zigzag = static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1U);
  switch (field.number) {
    case 3: return std::bit_cast<double>(value);                             // double
    case 5: return std::bit_cast<float>(static_cast<std::uint32_t>(value));  // float
    case 7:
    case 9:
    case 25: return static_cast<double>(static_cast<std::int64_t>(value));  // int32, int64, sfixed64
    case 11:
    case 13:
    case 19:
    case 21:
    case 27: return static_cast<double>(value);  // unsigned and bool
    case 15:
    case 17: return static_cast<double>(zigzag);       // sint32, sint64
    case 23: return static_cast<std::int32_t>(value);  // sfixed32
    default: return {};
  }
}

class NodeReader {
 public:
  explicit NodeReader(std::string const& file) : file_(file) {}

  ChakraNode read(std::string_view message) const {
    ChakraNode node;
    ProtobufReader fields(message, file_);
    while (auto const field = fields.next()) switch (field->number) {
        case 1: node.id = field->value; break;
        case 2: node.name = field->bytes; break;
        case 3: node.type = field->value; break;
        case 4:
        case 5: add_needs(*field, node); break;
        case 7: node.duration = field->value; break;
        case 10: add_attribute(field->bytes, node); break;
        default: break;
      }
    return node;
  }

 private:
  void add_needs(ProtobufReader::Field const& field, ChakraNode& node) const {
    if (!field.is_bytes) return node.needs.push_back(field.value);
    ProtobufReader packed(field.bytes, file_);
    while (!packed.at_end()) node.needs.push_back(packed.varint());
  }
  void add_attribute(std::string_view message, ChakraNode& node) const {
    ProtobufReader fields(message, file_);
    std::string_view name;
    while (auto const field = fields.next()) {
      if (field->number == 1)
        name = field->bytes;
      else if (field->is_bytes && field->number == 29 && name == "pg_name")
        node.group = field->bytes;
      else if (auto const number = number_of(*field); number && !field->is_bytes)
        node.numbers[std::string(name)] = *number;
    }
  }

  std::string const& file_;
};

/// A brace may also be the length 0x7b of a message in protobuf, but then a field number follows.
bool is_json(std::string_view bytes) {
  constexpr std::string_view blanks = " \t\r\n";
  auto const begin = bytes.find_first_not_of(blanks);
  if (begin == std::string_view::npos || (bytes[begin] != '{' && bytes[begin] != '[')) return false;
  auto const next = bytes.find_first_not_of(blanks, begin + 1);
  return next != std::string_view::npos &&
         std::string_view("\"{}[]").find(bytes[next]) != std::string_view::npos;
}

}  // namespace

std::vector<ChakraNode> parse_chakra_nodes(std::string_view bytes, std::string const& file) {
  if (is_json(bytes)) return parse_chakra_json(bytes, file);
  ProtobufReader messages(bytes, file);
  if (!messages.message()) throw InputError("no metadata", "the file is empty", "", file);
  NodeReader const reader(file);
  std::vector<ChakraNode> nodes;
  while (auto const message = messages.message()) {
    throw_if_interrupted();
    nodes.push_back(reader.read(*message));
  }
  return nodes;
}

}  // namespace weft
