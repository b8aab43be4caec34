#include "weft/engine/queue/policies/fcfs.hpp"

namespace weft::queue {

void Fcfs::pass(Cluster& cluster) const { cluster.start_in_order(); }

}  // namespace weft::queue
