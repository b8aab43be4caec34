// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// Appends values to a byte buffer without padding, in a format for processes of the same build.
class ByteWriter {
 public:
  ByteWriter() = default;
  /// Reuses the allocation of `memory` and discards its contents.
  explicit ByteWriter(std::vector<std::byte> memory) : bytes_(std::move(memory)) { bytes_.clear(); }
  template <class T>
  void put(T const& value) {
    put_all(std::span(&value, 1));
  }
  /// Writes the values without their number, which the reader must supply.
  template <class T>
  void put_all(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    auto const bytes = std::as_bytes(values);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  /// Writes the number of values, then the values.
  template <class T>
  void put_list(std::vector<T> const& values) {
    put(std::uint64_t{values.size()});
    put_all(std::span<T const>(values));
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads values in the order in which a ByteWriter wrote them.
class ByteReader {
 public:
  explicit ByteReader(std::span<std::byte const> bytes) : rest_(bytes) {}
  bool empty() const { return rest_.empty(); }
  template <class T>
  T read() {
    T value;
    read_all(std::span(&value, 1));
    return value;
  }
  template <class T>
  void read_all(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (values.empty()) return;
    std::memcpy(values.data(), rest_.data(), values.size_bytes());
    rest_ = rest_.subspan(values.size_bytes());
  }
  template <class T>
  std::vector<T> read_list() {
    std::vector<T> values(read<std::uint64_t>());
    read_all(std::span<T>(values));
    return values;
  }

 private:
  std::span<std::byte const> rest_;
};

}  // namespace weft
