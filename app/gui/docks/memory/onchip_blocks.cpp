#include "app/gui/docks/memory/onchip_blocks.h"

#include "app/gui/theme/tokens.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nscope::gui {
namespace {

constexpr double kPalest = 0.45;      ///< share of the colour for a single partition
constexpr double kHatchPeriod = 6.0;  ///< logical pixels
constexpr double kHatchWidth = 2.0;

/// Half-open range of pixels of [from, to); at least one pixel if it is in the image.
struct Pixels {
  int first = 0;
  int last = 0;
};

Pixels pixels_of(double from, double to, double origin, double per_unit, int size) {
  const double a = std::clamp((from - origin) * per_unit, -1.0, size + 1.0);
  const double b = std::clamp((to - origin) * per_unit, -1.0, size + 1.0);
  const int first = static_cast<int>(std::floor(a));
  const int last = std::max(static_cast<int>(std::floor(b)), first + 1);
  return {std::clamp(first, 0, size), std::min(last, size)};
}

/// Order of the start times; equal for no two blocks.
auto start_order(const OnchipBlock& block) {
  return std::tuple(block.begin, block.low, block.lifetime);
}

}  // namespace

QColor owner_color(const Trace& trace, const analysis::OnchipContent* content) {
  if (content == nullptr) return engine_color(Engine::kNone);
  return name_color(analysis::owner_name(trace, *content));
}

std::vector<OnchipBlock> onchip_blocks(const Trace& trace, const analysis::OnchipCore& core,
                                       analysis::OnchipMemory memory, const QColor& background) {
  const std::vector<analysis::OnchipLifetime>& lifetimes = core.of(memory);
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  std::vector<OnchipBlock> blocks;
  blocks.reserve(lifetimes.size());
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    const analysis::OnchipLifetime& life = lifetimes[i];
    const analysis::OnchipContent* content = core.content_of(life);
    const double partitions = life.area.end_partition - life.area.first_partition;
    const double strength = kPalest + (1.0 - kPalest) * partitions / analysis::kPartitions;
    blocks.push_back({.begin = static_cast<double>(life.begin) / per_ns,
                      .end = static_cast<double>(life.end) / per_ns,
                      .low = static_cast<double>(life.area.begin),
                      .high = static_cast<double>(life.area.end),
                      .color = mixed(background, owner_color(trace, content), strength).rgb(),
                      .hatched = content != nullptr &&
                                 (content->saved || content->reloaded || content->read_again),
                      .lifetime = static_cast<std::uint32_t>(i)});
  }
  const auto partitions = [&](const OnchipBlock& block) {
    const analysis::OnchipArea& area = lifetimes[block.lifetime].area;
    return area.end_partition - area.first_partition;
  };
  std::stable_sort(blocks.begin(), blocks.end(), [&](const OnchipBlock& a, const OnchipBlock& b) {
    return partitions(a) > partitions(b);
  });
  return blocks;
}

QImage draw_blocks(std::span<const OnchipBlock> blocks, const OnchipViewport& viewport,
                   const QSize& size, double scale, const QColor& background, const QColor& hatch) {
  QImage image(size.expandedTo({1, 1}), QImage::Format_RGB32);
  image.fill(background);
  const int width = image.width();
  const int height = image.height();
  const double per_ns = width / std::max(viewport.end - viewport.begin, 1e-9);
  const double per_byte = height / std::max(viewport.high - viewport.low, 1e-9);
  const int period = std::max(2, static_cast<int>(std::lround(kHatchPeriod * scale)));
  const int stripe = std::max(1, static_cast<int>(std::lround(kHatchWidth * scale)));
  const int gap = std::max(1, static_cast<int>(scale));
  auto* const pixels = reinterpret_cast<QRgb*>(image.bits());
  const auto line_length = static_cast<std::ptrdiff_t>(image.bytesPerLine() / sizeof(QRgb));
  for (const OnchipBlock& block : blocks) {
    if (block.end < viewport.begin || block.begin > viewport.end || block.high < viewport.low ||
        block.low > viewport.high) {
      continue;
    }
    Pixels x = pixels_of(block.begin, block.end, viewport.begin, per_ns, width);
    Pixels y = pixels_of(block.low, block.high, viewport.low, per_byte, height);
    // A line of the background separates neighbours of the same colour.
    if (x.last - x.first > 4 * gap) x.last -= gap;
    if (y.last - y.first > 4 * gap) y.last -= gap;
    const QRgb line = block.hatched ? mixed(QColor(block.color), hatch, 0.6).rgb() : 0;
    for (int row = y.first; row < y.last; ++row) {
      QRgb* const to = pixels + (height - 1 - row) * line_length;
      std::fill(to + x.first, to + std::max(x.first, x.last), block.color);
      if (!block.hatched) continue;
      for (int column = x.first - (x.first + row) % period; column < x.last; column += period) {
        const int from = std::max(column, x.first);
        std::fill(to + from, to + std::max(from, std::min(column + stripe, x.last)), line);
      }
    }
  }
  return image;
}

std::optional<std::size_t> block_at(std::span<const OnchipBlock> blocks, double ns, double bytes,
                                    double reach_ns, double reach_bytes) {
  // A block under the point is preferred to one that is only near it.
  for (const double reach : {0.0, 1.0}) {
    for (std::size_t i = blocks.size(); i-- > 0;) {
      const OnchipBlock& block = blocks[i];
      if (ns >= block.begin - reach * reach_ns && ns <= block.end + reach * reach_ns &&
          bytes >= block.low - reach * reach_bytes && bytes < block.high + reach * reach_bytes) {
        return i;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> first_block(std::span<const OnchipBlock> blocks) {
  const auto first = std::min_element(
      blocks.begin(), blocks.end(),
      [](const OnchipBlock& a, const OnchipBlock& b) { return start_order(a) < start_order(b); });
  if (first == blocks.end()) return std::nullopt;
  return static_cast<std::size_t>(first - blocks.begin());
}

std::optional<std::size_t> next_block(std::span<const OnchipBlock> blocks, std::size_t from,
                                      BlockStep step) {
  const OnchipBlock& at = blocks[from];
  std::optional<std::size_t> best;
  // Compares with a value that grows with the distance from `at`.
  const auto consider = [&](std::size_t i, bool ahead, auto distance) {
    if (!ahead || (best && !(distance(blocks[i]) < distance(blocks[*best])))) return;
    best = i;
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const OnchipBlock& block = blocks[i];
    if (i == from) continue;
    const bool live = block.begin <= at.begin && block.end >= at.begin;
    const bool later = start_order(block) > start_order(at);
    switch (step) {
      case BlockStep::kLater:
        if (later && (!best || start_order(block) < start_order(blocks[*best]))) best = i;
        break;
      case BlockStep::kEarlier:
        if (!later && (!best || start_order(block) > start_order(blocks[*best]))) best = i;
        break;
      case BlockStep::kUp:
        consider(i, live && block.low > at.low, [](const OnchipBlock& b) { return b.low; });
        break;
      case BlockStep::kDown:
        consider(i, live && block.low < at.low, [](const OnchipBlock& b) { return -b.low; });
        break;
    }
  }
  return best;
}

}  // namespace nscope::gui
