#pragma once

#include "app/gui/timeline/model/named_regions.h"
#include "app/gui/timeline/model/selected_range.h"

#include <QWidget>
#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A band above the timeline that names regions of the run. A click on a region selects its time.
/// Hidden if there are no regions. GUI thread.
class RegionBand : public QWidget {
  Q_OBJECT

 public:
  explicit RegionBand(QWidget* parent = nullptr);

  void set_regions(NamedRegionsPtr regions);
  void set_view(const TimeView& view);
  /// Sets the width of the timeline with its gutter, without its scroll bar.
  void set_content_width(int pixels);
  QSize sizeHint() const override;

  /// The region at a position of the widget; of several, the one that starts last.
  std::optional<std::size_t> region_at(double x) const;

 signals:
  void chosen(const std::optional<nscope::gui::SelectedRange>& range);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  /// The scale of the part to the right of the gutter.
  TimeScale scale() const;
  /// Number of regions that start before `tick`.
  std::size_t started_before(double tick) const;

  NamedRegionsPtr regions_;
  std::vector<double> latest_end_;  ///< for each region: the latest end of it and all before it
  TimeView view_;
  int content_width_ = 0;
};

}  // namespace nscope::gui
