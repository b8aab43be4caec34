// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/supernode_labels.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::mapping {
namespace {

/// Supernodes 0 to 7 with one task on each; each of the first four tasks sends to each of the first four.
struct FourOfEight {
  FourOfEight() : communication(8) {
    for (std::uint32_t a = 0; a < 4; ++a)
      for (std::uint32_t b = 0; b < 4; ++b)
        if (a != b) communication.add({a, b, 1});
    communication.finish();
    for (std::uint32_t s = 0; s < 8; ++s) placement.push_back(s * 128);
  }
  Communication communication;
  std::vector<std::uint32_t> placement;
};

TEST(SupernodeLabels, SpreadNeighborsOverResiduesUnderDirectRouting) {
  FourOfEight const job;
  PercsPaths const paths(topology::Percs({8, 8}), {}, true);  // W = 4
  load::PlacedTasks const tasks(job.communication, job.placement, 8);
  auto const label = spread_residues(paths, load::NodeTraffic(tasks), {20000, {}}, Rng(1, Purpose::test, 0));
  std::set<std::uint32_t> residues;
  for (std::uint32_t s = 0; s < 4; ++s) residues.insert(label[s] % 4);
  EXPECT_EQ(residues.size(), 4U);
  EXPECT_EQ(std::set(label.begin(), label.end()).size(), 8U);
}

TEST(SupernodeLabels, GatherNeighborsInOneResidueUnderIndirectRouting) {
  FourOfEight const job;
  PercsPaths const paths(topology::Percs({8, 16}), {}, false);  // W = 2: four supernodes per residue
  load::PlacedTasks const tasks(job.communication, job.placement, 8);
  load::NodeMatrix const elsewhere{};
  auto const label =
      gather_residues(paths, load::NodeTraffic(tasks), elsewhere, {20000, {}}, Rng(1, Purpose::test, 0));
  std::set<std::uint32_t> residues;
  for (std::uint32_t s = 0; s < 4; ++s) residues.insert(label[s] % 2);
  EXPECT_EQ(residues.size(), 1U);
  EXPECT_EQ(std::set(label.begin(), label.end()).size(), 8U);
}

TEST(SupernodeLabels, StopTheSearchOnRequest) {
  FourOfEight const job;
  PercsPaths const paths(topology::Percs({8, 8}), {}, true);
  load::PlacedTasks const tasks(job.communication, job.placement, 8);
  spread_residues(paths, load::NodeTraffic(tasks), {1000000000000, [](std::int64_t) { return false; }},
                  Rng(1, Purpose::test, 0));
}

}  // namespace
}  // namespace weft::mapping
