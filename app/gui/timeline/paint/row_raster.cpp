#include "app/gui/timeline/paint/row_raster.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

/// Minimum width and height of events with rounded corners, logical pixels.
constexpr double kRoundFrom = 6.0;
constexpr double kRoundFromHeight = 11.0;
/// Hatching: distance of the lines in logical pixels, and opacity.
constexpr int kHatchPeriod = 5;
constexpr double kHatchShare = 0.55;
/// Gap between neighbouring events, logical pixels.
constexpr double kRowRasterGap = 1.0;
/// Line width of counters, logical pixels.
constexpr double kCurveThickness = 1.6;
/// Wait lines: opacity, and line width in logical pixels.
constexpr double kStemShare = 0.42;
constexpr double kStemThickness = 1.6;
/// Minimum opacity of events narrower than a pixel, so that a single one stays visible.
constexpr double kLeastCover = 0.45;

QRgb blend(QRgb under, QRgb over, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(a + (b - a) * share + 0.5); };
  return qRgb(part(qRed(under), qRed(over)), part(qGreen(under), qGreen(over)),
              part(qBlue(under), qBlue(over)));
}

/// The items of a lane in a list that is sorted by lane.
template <class Item>
std::span<const Item> of_lane(const std::vector<Item>& items, int lane) {
  const auto first = std::partition_point(items.begin(), items.end(),
                                          [&](const Item& item) { return item.lane < lane; });
  const auto last = std::partition_point(first, items.end(),
                                         [&](const Item& item) { return item.lane == lane; });
  return {first, last};
}

}  // namespace

RowRaster::RowRaster(QImage& image, double device_ratio, QRgb background)
    : bits_(image.bits()),
      bytes_per_line_(image.bytesPerLine()),
      image_width_(image.width()),
      image_height_(image.height()),
      ratio_(device_ratio),
      background_(background) {}

void RowRaster::cover(std::vector<Light>& line, double x0, double x1, double share, QRgb color) {
  const auto width = static_cast<double>(line.size());
  x0 = std::clamp(x0, 0.0, width);
  x1 = std::clamp(x1, 0.0, width);
  const auto red = static_cast<float>(qRed(color));
  const auto green = static_cast<float>(qGreen(color));
  const auto blue = static_cast<float>(qBlue(color));
  for (auto x = static_cast<std::size_t>(x0); static_cast<double>(x) < x1; ++x) {
    const double from = std::max(x0, static_cast<double>(x));
    const double to = std::min(x1, static_cast<double>(x) + 1.0);
    const auto part = static_cast<float>((to - from) * share);
    Light& light = line[x];
    light.red += red * part;
    light.green += green * part;
    light.blue += blue * part;
    light.cover += part;
  }
}

QRgb RowRaster::laid_over(QRgb under, const Light& light) {
  const float scale = light.cover > 1.0F ? 1.0F / light.cover : 1.0F;
  const float rest = 1.0F - std::min(1.0F, light.cover);
  const auto part = [&](float over, int below) {
    return static_cast<int>(over * scale + static_cast<float>(below) * rest + 0.5F);
  };
  return qRgb(part(light.red, qRed(under)), part(light.green, qGreen(under)),
              part(light.blue, qBlue(under)));
}

/// Copies a scan line to the image lines [first, last) of the lane.
void RowRaster::copy_down(const std::vector<QRgb>& pixels, const RasterArea& lane, int first,
                          int last) {
  for (int y = std::max(clip_top_, first); y < std::min(image_height_, last); ++y) {
    std::copy(pixels.begin(), pixels.end(), line(y) + lane.left);
  }
}

void RowRaster::round_corners(const RasterArea& lane, const Block& block) {
  const int from = std::max(0, static_cast<int>(std::lround(block.x0)));
  const int to =
      std::min(lane.width, static_cast<int>(std::lround(block.x1 - kRowRasterGap * ratio_))) - 1;
  if (to <= from) return;
  const int top = lane.top;
  const int bottom = lane.top + lane.height - 1;
  if (top < clip_top_ || bottom >= image_height_) return;
  const bool left_visible = block.x0 >= 0.0;
  const bool right_visible = block.x1 <= lane.width;
  for (const int y : {top, bottom}) {
    QRgb* out = line(y) + lane.left;
    if (left_visible) out[from] = blend(out[from], background_, 0.7);
    if (right_visible) out[to] = blend(out[to], background_, 0.7);
  }
}

void RowRaster::hatch(const RasterArea& lane, const Block& block, Pattern pattern) {
  if (pattern == Pattern::kPlain) return;
  const int from = std::max(0, static_cast<int>(std::lround(block.x0)));
  const int to =
      std::min(lane.width, static_cast<int>(std::lround(block.x1 - kRowRasterGap * ratio_)));
  const int thick = std::max(1, static_cast<int>(std::lround(ratio_)));
  const int period = kHatchPeriod * thick;
  const auto drawn = [&](int x, int y) {
    switch (pattern) {
      case Pattern::kPlain: return false;
      case Pattern::kRising: return (x + y) % period < thick;
      case Pattern::kFalling: return (x - y % period + period) % period < thick;
      case Pattern::kUpright: return x % period < thick;
      case Pattern::kDots: return x % period < 2 * thick && y % period < 2 * thick;
    }
    return false;
  };
  for (int y = std::max(clip_top_, lane.top); y < std::min(image_height_, lane.top + lane.height);
       ++y) {
    QRgb* out = line(y) + lane.left;
    for (int x = from; x < to; ++x) {
      // The pattern is relative to the event, so that it moves with the event.
      if (drawn(x - from, y - lane.top)) out[x] = blend(out[x], background_, kHatchShare);
    }
  }
}

void RowRaster::cover_waits(std::span<const Stem> stems, QRgb color) {
  for (const Stem& stem : stems) cover(waits_, stem.x0, stem.x1, kStemShare, color);
}

void RowRaster::cover_blocks(std::span<const Block> blocks,
                             const std::function<QRgb(std::uint32_t)>& color_of) {
  const auto last = static_cast<double>(blocks_.size()) - 1.0;
  const double gap = kRowRasterGap * ratio_;
  for (const Block& block : blocks) {
    const double width = block.x1 - block.x0;
    const QRgb color = color_of(block.row);
    if (width < 1.0) {
      // A narrow block fills one pixel; its busy share determines the opacity, with a minimum.
      const double x = std::floor(std::clamp(block.x0, 0.0, last));
      cover(blocks_, x, x + 1.0, std::max(kLeastCover, width * block.share), color);
    } else {
      const double end = width >= 3.0 * ratio_ ? block.x1 - gap : block.x1;
      cover(blocks_, block.x0, end, block.share, color);
    }
  }
}

void RowRaster::draw_blocks(const RasterArea& area, const RowGeometry& geometry, int lanes,
                            const std::function<QRgb(std::uint32_t)>& color_of,
                            const std::function<Pattern(std::uint32_t)>& pattern_of) {
  if (area.width <= 0 || area.height <= 0 || area.top >= image_height_) return;
  const auto width = static_cast<std::size_t>(area.width);
  const int thickness = std::max(1, static_cast<int>(std::lround(kStemThickness * ratio_)));
  const LaneRange seen =
      lanes_between(area.height, lanes, std::max(0, clip_top_ - area.top),
                    std::min(area.height, image_height_ - area.top));
  for (int lane = seen.first; lane < seen.end; ++lane) {
    const LaneStrip place = lane_strip(area.height, lanes, lane, static_cast<int>(ratio_));
    RasterArea strip = area;
    strip.top = area.top + place.top;
    strip.height = place.height;
    const std::span<const Block> blocks = of_lane(geometry.blocks, lane);
    blocks_.assign(width, {});
    waits_.assign(width, {});
    line_.assign(width, background_);
    cover_blocks(blocks, color_of);
    cover_waits(of_lane(geometry.stems, lane), color_of(Id<void>::kNone));
    for (std::size_t x = 0; x < width; ++x) {
      if (blocks_[x].cover > 0.0F) line_[x] = laid_over(background_, blocks_[x]);
    }
    copy_down(line_, strip, strip.top, strip.top + strip.height);
    // The lines in the middle of the lane also show the waits, behind the events.
    middle_ = line_;
    for (std::size_t x = 0; x < width; ++x) {
      if (waits_[x].cover <= 0.0F) continue;
      middle_[x] = laid_over(laid_over(background_, waits_[x]), blocks_[x]);
    }
    const int middle = strip.top + (strip.height - thickness) / 2;
    copy_down(middle_, strip, middle, middle + thickness);
    const bool round = strip.height >= kRoundFromHeight * ratio_;
    if (!round && !pattern_of) continue;
    for (const Block& block : blocks) {
      if (block.x1 - block.x0 < kRoundFrom * ratio_) continue;
      if (pattern_of) hatch(strip, block, pattern_of(block.row));
      if (round) round_corners(strip, block);
    }
  }
}

void RowRaster::draw_line(int y, QRgb color) {
  if (y < clip_top_ || y >= image_height_) return;
  std::fill(line(y), line(y) + image_width_, color);
}

void RowRaster::draw_columns(const RasterArea& area, std::span<const float> shares,
                             const QColor& color) {
  const QRgb over = color.rgb();
  const auto count = std::min<std::size_t>(shares.size(), static_cast<std::size_t>(area.width));
  for (int y = std::max(clip_top_, area.top); y < std::min(image_height_, area.top + area.height);
       ++y) {
    QRgb* out = line(y) + area.left;
    const auto level = static_cast<float>(area.top + area.height - y - 1);
    for (std::size_t x = 0; x < count; ++x) {
      const float height = shares[x] * static_cast<float>(area.height);
      const float part = std::clamp(height - level, 0.0F, 1.0F);
      if (part > 0.0F) out[x] = blend(out[x], over, static_cast<double>(part));
    }
  }
}

void RowRaster::draw_counter(const RasterArea& area, std::span<const CounterColumn> columns,
                             double peak, const QColor& color) {
  if (peak <= 0.0) return;
  const QRgb over = color.rgb();
  const auto count = std::min<std::size_t>(columns.size(), static_cast<std::size_t>(area.width));
  for (int y = std::max(clip_top_, area.top); y < std::min(image_height_, area.top + area.height);
       ++y) {
    QRgb* out = line(y) + area.left;
    const double level = area.top + area.height - y - 1;
    for (std::size_t x = 0; x < count; ++x) {
      if (!columns[x].known) continue;
      const double low = std::max(0.0, columns[x].low) / peak * area.height;
      const double high = std::max(0.0, columns[x].high) / peak * area.height;
      // Darker up to the lowest value of the column, lighter up to the highest.
      double share = 0.55 * std::clamp(high - level, 0.0, 1.0);
      if (low > level) share = 0.75 * std::clamp(low - level, 0.0, 1.0);
      if (share > 0.0) out[x] = blend(out[x], over, share);
    }
  }
}

void RowRaster::draw_curve(const RasterArea& area, std::span<const CounterColumn> columns,
                           double peak, const QColor& color) {
  if (peak <= 0.0) return;
  const QRgb over = color.rgb();
  const auto count = std::min<std::size_t>(columns.size(), static_cast<std::size_t>(area.width));
  const double thickness = kCurveThickness * ratio_;
  const double room = std::max(0.0, area.height - thickness);
  for (int y = std::max(clip_top_, area.top); y < std::min(image_height_, area.top + area.height);
       ++y) {
    QRgb* out = line(y) + area.left;
    const double level = area.top + area.height - y - 1;
    for (std::size_t x = 0; x < count; ++x) {
      if (!columns[x].known) continue;
      const double low = std::max(0.0, columns[x].low) / peak * room;
      const double high = std::max(0.0, columns[x].high) / peak * room + thickness;
      const double share = std::min(level + 1.0, high) - std::max(level, low);
      if (share > 0.0) out[x] = blend(out[x], over, std::min(1.0, share));
    }
  }
}

}  // namespace nscope::gui
