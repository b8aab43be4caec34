#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// The worst-case permutation of a network and a routing.
class WorstCase {
 public:
  struct Params {};
  static constexpr std::string_view name = "worst_case";
  static constexpr std::array<std::string_view, 1> aliases{"adversarial"};
  static constexpr std::string_view doc =
      "The permutation that maximizes the load of the most loaded channel under the routing, among the tasks "
      "on the terminals of their own numbers (mapping linear): for each channel, the heaviest matching of "
      "senders and receivers by the shares that it carries (Towles & Dally, Worst-case traffic for oblivious "
      "routing functions, SPAA 2002). One task per terminal.";
  static constexpr std::tuple schema{};

  explicit WorstCase(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

}  // namespace weft::task
