#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/load/load.hpp"

namespace weft::verb {

/// Gathers single channels for the tables `fullest` and `histogram`, once the maximum load of each class is known.
class ChannelTables {
 public:
  static constexpr std::size_t bins = 10, most_named = 10;
  explicit ChannelTables(load::Loads const& loads);
  /// `alike` channels of one class carry this load; `name()` is that of the first.
  template <class Name>
  void add(std::size_t of_class, std::uint64_t load, std::uint64_t alike, Name name) {
    count(of_class, load, alike);
    if (load > 0 && load == loads_.classes[of_class].max && named_[of_class].size() < most_named)
      named_[of_class].push_back(name());
  }
  void add_to(Result& result) const;

 private:
  void count(std::size_t of_class, std::uint64_t load, std::uint64_t alike);
  load::Loads const& loads_;
  std::vector<std::vector<std::uint64_t>> bins_;
  std::vector<std::vector<std::string>> named_;
};

/// Table `throughput`: one row per class.
Table throughput_table(load::Loads const& loads);

}  // namespace weft::verb
