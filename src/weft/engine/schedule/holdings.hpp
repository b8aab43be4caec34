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

/// A block at fault and why, as the rest of a sentence about it.
struct Fault {
  std::uint32_t block = 0;
  std::string why;
};

/// The blocks of each vertex during the execution of a schedule. A step reads all blocks that it sends before
/// it writes arrivals.
class HoldingStore {
 public:
  HoldingStore(TransferNetwork const& network, Postcondition const& postcondition)
      : network_(network), postcondition_(postcondition) {}
  virtual ~HoldingStore() = default;

  /// The first transfer whose block is not at the vertex that it leaves, or step.transfers.size().
  virtual std::size_t read(Step const& step) = 0;
  /// Lets everything arrive. The first transfer that clashes with another of the step, or
  /// step.transfers.size().
  virtual std::size_t write(Step const& step) = 0;
  /// The actual place of the block of a transfer: the rest of "is to carry block 5, ".
  virtual std::string whereabouts(Transfer const& transfer) const {
    return "which has not reached " + network_.vertex_name(network_.source(transfer.channel)) + " by then";
  }
  /// The first block that is not where it was promised.
  virtual std::optional<Fault> missing() const = 0;
  /// Copies that arrived where the block already was.
  virtual std::uint64_t redundant() const { return 0; }

 protected:
  TransferNetwork const& network_;
  Postcondition const& postcondition_;
};

/// The store of the kind that the promise names. Throws InputError if it needs more memory than there is.
std::unique_ptr<HoldingStore> make_holdings(TransferNetwork const& network,
                                            Postcondition const& postcondition);

/// The name of a block for people: its number, its source and, if it is for one vertex, its destination.
std::string block_name(TransferNetwork const& network, Postcondition const& postcondition,
                       std::uint32_t block);

}  // namespace weft::schedule
