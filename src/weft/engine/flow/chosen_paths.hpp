#pragma once

#include <memory>

#include "weft/engine/flow/message_paths.hpp"

namespace weft::flow {

/// One path per message, of a routing that depends on queues; it is chosen when the message leaves, with the
/// messages in flight in place of queues (UnderWay).
///
/// A routing with intermediate routers (ugal, par) has two ways: that without other messages, and the one
/// that it takes if the first one is blocked. A message takes the second one if min B / (A + 1) over its
/// channels is greater than `bias` times that of the first: B is the bandwidth of a channel, A the number of
/// messages in flight. Any other routing chooses hop by hop, among equals the channel of greatest
/// B / (A + 1). Throws InputError for parameters that count flits.
std::unique_ptr<MessagePaths> chosen_paths(FlowChannels channels, Layout layout, Delays delays,
                                           Spec const& routing, Machine const& machine, std::uint64_t seed);

/// What a routing that looks at queues does here, in words; `detours` of the messages took another way.
std::string chosen_paths_note(std::string const& routing, std::uint64_t detours, std::uint64_t messages);

}  // namespace weft::flow
