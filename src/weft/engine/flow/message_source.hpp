#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::flow {

/// The messages of a run in order of their starts, made as they are asked for.
class MessageSource {
 public:
  virtual ~MessageSource() = default;
  /// The start of the next message; infinity after the last one.
  virtual double next_start() const = 0;
  /// How many messages have the next start.
  virtual std::uint64_t num_next() const = 0;
  /// Appends the next messages, at most `count`.
  virtual void take(std::size_t count, std::vector<Message>& messages) = 0;
};

/// Messages of a relation as the options say: their sizes and starts. A terminal sends its messages in their
/// order. `traffic` has to outlive the source.
std::unique_ptr<MessageSource> message_source(Traffic const& traffic, FlowParams const& params,
                                              std::uint64_t seed);

}  // namespace weft::flow
