#include "app/gui/sweep/point_raster.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {

DotRaster::DotRaster(QImage& image, double radius)
    : image_(image), reach_(static_cast<int>(std::ceil(radius))) {
  for (int y = -reach_; y <= reach_; ++y) {
    for (int x = -reach_; x <= reach_; ++x) {
      const double inside = std::clamp(radius + 0.5 - std::hypot(x, y), 0.0, 1.0);
      coverage_.push_back(static_cast<std::uint32_t>(std::lround(inside * 255)));
    }
  }
}

void DotRaster::add(double x, double y, QRgb color) {
  const bool near = x > -reach_ - 1 && y > -reach_ - 1 && x < image_.width() + reach_ + 1 &&
                    y < image_.height() + reach_ + 1;
  if (!near) return;  // also for NaN
  const int left = static_cast<int>(std::lround(x)) - reach_;
  const int top = static_cast<int>(std::lround(y)) - reach_;
  const int size = 2 * reach_ + 1;
  for (int row = 0; row < size; ++row) {
    if (top + row < 0 || top + row >= image_.height()) continue;
    auto* const line = reinterpret_cast<QRgb*>(image_.scanLine(top + row));
    for (int column = 0; column < size; ++column) {
      if (left + column < 0 || left + column >= image_.width()) continue;
      const std::uint32_t over = coverage_[static_cast<std::size_t>(row * size + column)];
      if (over == 0) continue;
      const std::uint32_t under = 255 - over;
      QRgb& pixel = line[left + column];
      const auto blend = [&](int a, int b) {
        return static_cast<int>((static_cast<std::uint32_t>(a) * over +
                                 static_cast<std::uint32_t>(b) * under) /
                                255);
      };
      pixel = qRgba(blend(qRed(color), qRed(pixel)), blend(qGreen(color), qGreen(pixel)),
                    blend(qBlue(color), qBlue(pixel)), blend(255, qAlpha(pixel)));
    }
  }
}

LineRaster::LineRaster(int width, int height)
    : width_(std::max(0, width)),
      height_(std::max(0, height)),
      sums_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

void LineRaster::add(double x0, double y0, double x1, double y1, QRgb color) {
  if (!(x1 > x0) || !std::isfinite(y0) || !std::isfinite(y1)) return;
  const double slope = (y1 - y0) / (x1 - x0);
  const int first = std::max(0, static_cast<int>(std::floor(x0)));
  const int last = std::min(width_ - 1, static_cast<int>(std::floor(x1)));
  const Sum part{static_cast<float>(qRed(color)), static_cast<float>(qGreen(color)),
                 static_cast<float>(qBlue(color)), 1};
  const double lowest = height_;
  for (int x = first; x <= last; ++x) {
    // The part of the line in this column of pixels.
    const double from = y0 + slope * (std::max<double>(x, x0) - x0);
    const double to = y0 + slope * (std::min<double>(x + 1, x1) - x0);
    if (std::max(from, to) < 0 || std::min(from, to) >= lowest) continue;
    const int top = static_cast<int>(std::max(0.0, std::min(from, to)));
    const int bottom = static_cast<int>(std::min(lowest - 1, std::max(from, to)));
    Sum* const column = sums_.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(height_);
    for (int y = top; y <= bottom; ++y) {
      Sum& sum = column[y];
      sum.red += part.red;
      sum.green += part.green;
      sum.blue += part.blue;
      sum.count += part.count;
    }
  }
}

QImage LineRaster::image(double alpha) const {
  QImage picture(width_, height_, QImage::Format_ARGB32_Premultiplied);
  const double clear = std::log1p(-std::clamp(alpha, 0.001, 0.999));
  for (int y = 0; y < height_; ++y) {
    auto* const line = reinterpret_cast<QRgb*>(picture.scanLine(y));
    for (int x = 0; x < width_; ++x) {
      const Sum& sum = sums_[static_cast<std::size_t>(x) * static_cast<std::size_t>(height_) +
                             static_cast<std::size_t>(y)];
      if (sum.count == 0) {
        line[x] = 0;
        continue;
      }
      const double opacity = -std::expm1(clear * static_cast<double>(sum.count));
      const auto part = [&](float total) {
        return static_cast<int>(static_cast<double>(total / sum.count) * opacity);
      };
      line[x] = qRgba(part(sum.red), part(sum.green), part(sum.blue),
                      static_cast<int>(255 * opacity));
    }
  }
  return picture;
}

}  // namespace nscope::gui
