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

/// Draws rows into an image. Each lane is drawn as one scan line that is copied down, so that the
/// cost of a frame depends on pixels rather than events. One thread, but copies of a raster may
/// draw other rows of the image at the same time.
class RowRaster {
 public:
  /// `image` must be RGB32 and outlive the raster. `device_ratio`: device pixels per
  /// logical pixel.
  RowRaster(QImage& image, double device_ratio, QRgb background);

  /// Restricts drawing to this line of the image and those below it.
  void clip_above(int line) { clip_top_ = std::max(0, line); }

  /// Draws events and waits in lanes that fill the area. The geometry must have been computed for
  /// `area.width`. `color_of`
  /// returns the colour of a slice row of the track, or of the waits for Id::kNone. `pattern_of`
  /// returns its pattern; it may be empty.
  void draw_blocks(const RasterArea& area, const RowGeometry& geometry, int lanes,
                   const std::function<QRgb(std::uint32_t)>& color_of,
                   const std::function<Pattern(std::uint32_t)>& pattern_of = {});

  /// Draws busy shares, 0 to 1, as bars from the bottom of the area.
  void draw_columns(const RasterArea& area, std::span<const float> shares, const QColor& color);

  /// Draws a counter as an area with 0 at the bottom and `peak` at the top.
  void draw_counter(const RasterArea& area, std::span<const CounterColumn> columns, double peak,
                    const QColor& color);

  /// Draws a counter as a line through all values of each column.
  void draw_curve(const RasterArea& area, std::span<const CounterColumn> columns, double peak,
                  const QColor& color);

  /// Draws a horizontal line across the whole image.
  void draw_line(int y, QRgb color);

 private:
  struct Light {
    float red = 0.0F, green = 0.0F, blue = 0.0F, cover = 0.0F;
  };
  QRgb* line(int y) { return reinterpret_cast<QRgb*>(bits_ + y * bytes_per_line_); }
  static void cover(std::vector<Light>& line, double x0, double x1, double share, QRgb color);
  static QRgb laid_over(QRgb under, const Light& light);
  void cover_waits(std::span<const Stem> stems, QRgb color);
  void cover_blocks(std::span<const Block> blocks,
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
  std::vector<Light> blocks_;  ///< light of the events in each pixel of a lane
  std::vector<Light> waits_;   ///< light of the waits, behind the events
  std::vector<QRgb> line_;     ///< scan line of the lane
  std::vector<QRgb> middle_;   ///< scan line of the middle of the lane, with waits
};

}  // namespace nscope::gui
