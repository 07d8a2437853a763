#pragma once

#include "profiler/analysis/memory/onchip_map.h"

#include <QColor>
#include <QImage>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gui {

/// A lifetime as a rectangle of the on-chip map: x is time, y is the address in a partition.
struct OnchipBlock {
  double begin = 0.0;  ///< ns
  double end = 0.0;    ///< ns
  double low = 0.0;    ///< bytes
  double high = 0.0;   ///< bytes
  QRgb color = 0;
  bool hatched = false;        ///< spilled, reloaded or read again
  std::uint32_t lifetime = 0;  ///< index in the memory's lifetimes
};

/// The part of the map that is visible.
struct OnchipViewport {
  double begin = 0.0;  ///< ns, at the left
  double end = 1.0;
  double low = 0.0;  ///< bytes, at the bottom
  double high = 1.0;
};

/// The rectangles of one memory. Those of all partitions come first, because others that use the
/// same addresses of fewer partitions are drawn above them, in a paler colour.
std::vector<OnchipBlock> onchip_blocks(const Trace& trace, const analysis::OnchipCore& core,
                                       analysis::OnchipMemory memory, const QColor& background);

/// The colour of the owner; grey if the writer is unknown.
QColor owner_color(const Trace& trace, const analysis::OnchipContent* content);

/// Draws the blocks into an image of `size` pixels. Each is at least one pixel large. Takes time
/// linear in the blocks and the pixels that they cover. `scale`: pixels per logical pixel.
QImage draw_blocks(std::span<const OnchipBlock> blocks, const OnchipViewport& viewport,
                   const QSize& size, double scale, const QColor& background, const QColor& hatch);

/// The index of the topmost block within `reach_ns` and `reach_bytes` of a point.
std::optional<std::size_t> block_at(std::span<const OnchipBlock> blocks, double ns, double bytes,
                                    double reach_ns, double reach_bytes);

/// The block that starts first; nullopt if there are no blocks.
std::optional<std::size_t> first_block(std::span<const OnchipBlock> blocks);

/// The direction of a step from one block to another.
enum class BlockStep { kEarlier, kLater, kUp, kDown };

/// The next block in order of start times, or the next one above or below that is live when the
/// block `from` starts. nullopt if there is none.
std::optional<std::size_t> next_block(std::span<const OnchipBlock> blocks, std::size_t from,
                                      BlockStep step);

}  // namespace nscope::gui
