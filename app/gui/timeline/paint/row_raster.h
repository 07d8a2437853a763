#pragma once

#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/timeline_geometry.h"

#include <QColor>
#include <QImage>
#include <functional>
#include <span>
#include <vector>

namespace nscope::gui {

/// The part of an image that one row fills, in device pixels.
struct RasterArea {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

/// Draws rows into an image, one scan line per lane that is then copied down,
/// so that a frame costs pixels rather than events. One thread, but copies may draw
/// other rows of the image at the same time.
class RowRaster {
 public:
  /// `image` must be RGB32 and outlive the raster. `device_ratio`: device pixels per
  /// logical pixel.
  RowRaster(QImage& image, double device_ratio, QRgb background);

  /// Nothing is drawn above this line of the image.
  void clip_above(int line) { clip_top_ = std::max(0, line); }

  /// Events and waits; `scale.width` of the geometry was `area.width`.
  /// `color_of` gives the colour of a slice row of the track, of Id::kNone that of the waits;
  /// `pattern_of`, where given, its hatch.
  void draw_blocks(const RasterArea& area, const RowGeometry& geometry, int lanes,
                   const std::function<QRgb(std::uint32_t)>& color_of,
                   const std::function<Pattern(std::uint32_t)>& pattern_of = {});

  /// Busy shares 0..1 as bars standing on the bottom of the area.
  void draw_columns(const RasterArea& area, std::span<const float> shares, const QColor& color);

  /// A counter as an area, 0 at the bottom and `peak` at the top.
  void draw_counter(const RasterArea& area, std::span<const CounterColumn> columns, double peak,
                    const QColor& color);

  /// The same as a line through all values that each column takes.
  void draw_curve(const RasterArea& area, std::span<const CounterColumn> columns, double peak,
                  const QColor& color);

  /// A line across the whole image.
  void draw_line(int y, QRgb color);

 private:
  struct Light {
    float red = 0.0F, green = 0.0F, blue = 0.0F, cover = 0.0F;
  };
  QRgb* line(int y) { return reinterpret_cast<QRgb*>(bits_ + y * bytes_per_line_); }
  static void cover(std::vector<Light>& line, double x0, double x1, double share, QRgb color);
  static QRgb laid_over(QRgb under, const Light& light);
  void cover_waits(const RowGeometry& geometry, int lane, int lanes, QRgb color);
  void cover_blocks(const RowGeometry& geometry, int lane, int lanes,
                    const std::function<QRgb(std::uint32_t)>& color_of);
  void copy_down(const std::vector<QRgb>& pixels, const RasterArea& lane, int first, int last);
  void hatch(const RasterArea& lane, const Block& block, Pattern pattern);
  void round_corners(const RasterArea& lane, const Block& block);

  uchar* bits_;
  qsizetype bytes_per_line_;
  int image_width_;
  int image_height_;
  double ratio_;
  int clip_top_ = 0;
  QRgb background_;
  std::vector<Light> blocks_;  ///< what covers the pixels of a lane
  std::vector<Light> waits_;   ///< and of its middle, behind the blocks
  std::vector<QRgb> line_;     ///< a scan line of the lane
  std::vector<QRgb> middle_;   ///< a scan line of its middle
};

}  // namespace nscope::gui
