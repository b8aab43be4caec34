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

/// A block in violation; `why` continues a sentence that begins with the block.
struct Fault {
  std::uint32_t block = 0;
  std::string why;
};

/// The blocks that each vertex stores during the execution of a schedule. A step reads all sent blocks before
/// it writes arrivals.
class BlockStore {
 public:
  BlockStore(TransferNetwork const& network, Postcondition const& postcondition)
      : network_(network), postcondition_(postcondition) {}
  virtual ~BlockStore() = default;

  /// Reads the sent blocks. Returns the index of the first transfer of a block that its source vertex lacks,
  /// or step.transfers.size() if there is none.
  virtual std::size_t read(Step const& step) = 0;
  /// Writes all arrivals. Returns the index of the first transfer that conflicts with another transfer of the
  /// step, or step.transfers.size() if there is none.
  virtual std::size_t write(Step const& step) = 0;
  /// Describes the actual location of the block of a transfer; continues a sentence such as "channel 3 is to
  /// carry block 5, ..".
  virtual std::string describe_location(Transfer const& transfer) const {
    return "which has not reached " + network_.vertex_name(network_.source(transfer.channel)) + " by then";
  }
  /// Returns the first block that has not reached all vertices that the postcondition specifies; nullopt if
  /// there is none.
  virtual std::optional<Fault> missing() const = 0;
  /// Returns the number of transfers of a block to a vertex that already had it.
  virtual std::uint64_t redundant() const { return 0; }

 protected:
  TransferNetwork const& network_;
  Postcondition const& postcondition_;
};

/// Creates the store for the kind of `postcondition`. Throws InputError if it does not fit in memory.
std::unique_ptr<BlockStore> make_holdings(TransferNetwork const& network, Postcondition const& postcondition);

/// Returns the display name of a block: its number, its source and, if there is exactly one, its destination.
std::string block_name(TransferNetwork const& network, Postcondition const& postcondition,
                       std::uint32_t block);

}  // namespace weft::schedule
