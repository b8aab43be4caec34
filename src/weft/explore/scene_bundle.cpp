// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/scene_bundle.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "weft/io/bundle.hpp"

namespace weft::explore {
namespace {

JsonText header_of(Scene const& scene) {
  std::vector<JsonText> classes;
  for (auto const& [name, bandwidth] : scene.classes)
    classes.push_back(JsonText::object({{"name", name}, {"bandwidth", bandwidth}}));
  return JsonText::object({{"topology", scene.topology},
                           {"title", scene.title},
                           {"facts", scene.facts},
                           {"routers", scene.routers},
                           {"terminals", scene.terminals},
                           {"channels", scene.channels},
                           {"bidirectional", scene.bidirectional},
                           {"named", scene.named},
                           {"arrangement", detail::write_value(scene.arrangement)},
                           {"style", scene.style},
                           {"dimensions", scene.dimensions},
                           {"classes", JsonText::array(classes)},
                           {"parts", JsonText::array_of(scene.part_names)},
                           {"blocks", scene.blocks()},
                           {"block_note", scene.block_note},
                           {"whole", scene.whole}});
}

/// Returns names as UTF-8 bytes, each terminated by a zero.
std::vector<std::uint8_t> bytes_of(std::vector<std::string> const& names) {
  std::vector<std::uint8_t> bytes;
  for (auto const& name : names) {
    for (auto const letter : name) bytes.push_back(letter == 0 ? ' ' : static_cast<std::uint8_t>(letter));
    bytes.push_back(0);
  }
  return bytes;
}

}  // namespace

std::string scene_bundle(Scene const& scene) {
  auto const router_names = bytes_of(scene.titles.routers), terminal_names = bytes_of(scene.titles.terminals);
  auto const routers = scene.routers, channels = scene.channels, blocks = scene.blocks();
  std::uint64_t const bundles = scene.bundle_count.size();
  std::vector<BundleArray> arrays;
  auto const add = [&](char const* name, auto const& values, std::vector<std::uint64_t> shape) {
    arrays.push_back({name, std::move(shape), std::span{values}});
  };
  auto const add_any = [&](char const* name, auto const& values, std::vector<std::uint64_t> shape) {
    if (!values.empty()) add(name, values, std::move(shape));
  };
  add("position", scene.position, {routers, 3});
  add("kind", scene.kind, {routers});
  add("first_terminal", scene.first_terminal, {routers + 1});
  add_any("terminal", scene.terminal, {scene.terminal.size()});
  add("first_channel", scene.first_channel, {routers + 1});
  add_any("router_names", router_names, {router_names.size()});
  add_any("terminal_names", terminal_names, {terminal_names.size()});
  add_any("terminal_port", scene.titles.terminal_ports, {scene.titles.terminal_ports.size()});
  add("part", scene.part, {scene.part_names.size(), routers});
  add_any("rack", scene.rack, {scene.rack.size()});
  if (scene.whole) {
    add("target", scene.target, {channels});
    add("channel_class", scene.channel_class, {channels});
    add_any("reverse", scene.reverse, {channels});
    add_any("channel_failed", scene.channel_failed, {channels});
    add_any("channel_port", scene.titles.channel_ports, {channels});
    add_any("bend", scene.bend, {channels});
    add_any("cut_end", scene.cut_end, {channels, 2});
  }
  if (blocks > 0) {
    add("block", scene.block, {routers});
    add("block_position", scene.block_position, {blocks, 3});
    add("bundle_ends", scene.bundle_ends, {bundles, 2});
    add("bundle_count", scene.bundle_count, {bundles});
    add("bundle_class", scene.bundle_class, {bundles});
    if (scene.whole) add("bundle_of_channel", scene.bundle_of_channel, {channels});
  }
  return bundle_bytes(JsonText::object({{"scene", header_of(scene)}}), arrays);
}

}  // namespace weft::explore
