#include "weft/io/program/chakra_node.hpp"

#include <bit>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/program/protobuf.hpp"

namespace weft {
namespace {

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
