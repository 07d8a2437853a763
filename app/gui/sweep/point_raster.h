#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>
#include <cstdint>
#include <vector>

namespace nscope::gui {

// Dots and lines of many points, drawn pixel by pixel: a million dots in a fraction of a second.

/// Draws discs of one size onto an image of the format ARGB32_Premultiplied.
class DotRaster {
 public:
  /// `radius` in pixels of the image.
  DotRaster(QImage& image, double radius);
  /// `x` and `y` in pixels of the image; parts outside are left out.
  void add(double x, double y, QRgb color);

 private:
  QImage& image_;
  int reach_;
  std::vector<std::uint32_t> coverage_;  ///< of the pixels around the centre, 0 to 255
};

/// Adds up lines that run from left to right, so that places where many lines meet are stronger.
class LineRaster {
 public:
  LineRaster(int width, int height);
  /// Coordinates in pixels, x0 < x1; parts outside are left out.
  void add(double x0, double y0, double x1, double y1, QRgb color);
  /// The mean colour of the lines at each pixel. One line has the opacity `alpha`, and more lines
  /// cover more.
  QImage image(double alpha) const;

 private:
  struct alignas(16) Sum {
    float red = 0;
    float green = 0;
    float blue = 0;
    float count = 0;
  };

  int width_;
  int height_;
  std::vector<Sum> sums_;  ///< column by column, because lines run from left to right
};

}  // namespace nscope::gui
