// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "weft/traffic/schedule/schedule.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::schedule {

/// A block in violation and the reason, as the rest of a sentence about it.
struct Fault {
  std::uint32_t block = 0;
  std::string why;
};

/// The blocks of each vertex during the execution of a schedule. A step reads all sent blocks before it
/// writes arrivals.
class BlockStore {
 public:
  BlockStore(TransferNetwork const& network, Postcondition const& postcondition)
      : network_(network), postcondition_(postcondition) {}
  virtual ~BlockStore() = default;

  /// Returns the first transfer of a block that is missing at its source vertex, or step.transfers.size().
  virtual std::size_t read(Step const& step) = 0;
  /// Writes all arrivals. Returns the first transfer that conflicts with another of the step, or
  /// step.transfers.size().
  virtual std::size_t write(Step const& step) = 0;
  /// Returns the actual location of the block of a transfer: the rest of "is to carry block 5, ".
  virtual std::string describe_location(Transfer const& transfer) const {
    return "which has not reached " + network_.vertex_name(network_.source(transfer.channel)) + " by then";
  }
  /// Returns the first block that is not at its promised vertices.
  virtual std::optional<Fault> missing() const = 0;
  /// Returns the number of copies that arrived where the block already was.
  virtual std::uint64_t redundant() const { return 0; }

 protected:
  TransferNetwork const& network_;
  Postcondition const& postcondition_;
};

/// Makes the store for the kind of the promise. Throws InputError if it exceeds the memory.
std::unique_ptr<BlockStore> make_holdings(TransferNetwork const& network, Postcondition const& postcondition);

/// Returns the display name of a block: its number, its source and, if it has one destination, its
/// destination.
std::string block_name(TransferNetwork const& network, Postcondition const& postcondition,
                       std::uint32_t block);

}  // namespace weft::schedule
