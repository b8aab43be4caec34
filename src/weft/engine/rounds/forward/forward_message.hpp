#pragma once

#include <cstdint>
#include <type_traits>

namespace weft::rounds {

/// What a message in the network carries. The leanest that serves is chosen: memory traffic is what the engine costs.
struct LeanMessage {
  std::uint32_t to;  ///< destination router as the routing encodes it
};

/// For routings with a word of state.
struct StatefulMessage {
  std::uint32_t to, state;
};

/// For farthest-first queues and for measures of each message.
struct FullMessage {
  std::uint32_t to, state;
  std::uint32_t key;  ///< hops left if the queues are ordered by them, else 0
  std::uint32_t hops;
  std::uint32_t distance;  ///< cable so far, in millimeters
  std::uint32_t source;    ///< terminal
  std::uint64_t birth;     ///< the round after which it entered the network
};

template <class M>
inline constexpr bool has_state = !std::is_same_v<M, LeanMessage>;
template <class M>
inline constexpr bool is_full = std::is_same_v<M, FullMessage>;

template <class M>
std::uint32_t key_of(M const& message) {
  if constexpr (is_full<M>)
    return message.key;
  else
    return 0;
}

}  // namespace weft::rounds
