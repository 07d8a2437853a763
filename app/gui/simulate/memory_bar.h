#pragma once

#include "simcore/catalog/memory_fit.h"

#include <QWidget>

namespace nscope::gui {

/// The memory of one core as a bar with its parts, and the capacity as a line. Memory that exceeds
/// the capacity is red. The tool tip of a part shows how it is computed. GUI thread.
class MemoryBar : public QWidget {
  Q_OBJECT

 public:
  explicit MemoryBar(QWidget* parent = nullptr);

  void set_fit(const catalog::MemoryFit& fit);
  const catalog::MemoryFit& fit() const { return fit_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Segment {
    QRectF box;
    std::size_t item = 0;
  };
  QRectF bar() const;
  std::vector<Segment> segments() const;
  double bytes_per_pixel() const;
  void paint_legend(QPainter& painter) const;

  catalog::MemoryFit fit_;
};

/// The colour of the n-th part of the memory.
QColor memory_color(std::size_t item);

}  // namespace nscope::gui
