#include "weft/core/result.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "weft/core/random.hpp"

namespace weft {
namespace {

/// FNV-1a (Fowler, Noll & Vo) over texts kept apart by their lengths.
class Hash {
 public:
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(number >> shift));
  }
  void add(std::string_view text) {
    add(text.size());
    for (char const c : text) add_byte(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return mix64(state_); }

 private:
  void add_byte(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001b3u; }
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

Table const* Result::find_table(std::string_view name) const {
  for (Table const& table : tables)
    if (table.name == name) return &table;
  return nullptr;
}

Table const& Result::table(std::string_view name) const {
  if (Table const* const found = find_table(name)) return *found;
  throw std::out_of_range("the result has no table " + std::string(name));
}

Array const* Result::find_array(std::string_view name) const {
  for (Array const& array : arrays)
    if (array.name == name) return &array;
  return nullptr;
}

std::string Result::setting(std::string_view key) const {
  for (Setting const& it : scenario)
    if (it.key == key) return it.value;
  return {};
}

std::string run_id(std::vector<Setting> const& scenario, std::uint64_t seed) {
  Hash hash;
  for (Setting const& setting : scenario) {
    hash.add(setting.key);
    hash.add(setting.value);
  }
  hash.add(seed);
  return fmt::format("{:016x}", hash.value());
}

}  // namespace weft
