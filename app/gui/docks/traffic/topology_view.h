#pragma once

#include "app/gui/docks/traffic/topology_layout.h"
#include "profiler/analysis/ranks/link_traffic.h"

#include <QPainterPath>
#include <QWidget>
#include <map>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Draws the chips of the machine and their links; the line width of a link shows its bytes.
/// Hovering shows the values, and a click on a link emits track_chosen() with its counter. The heat
/// map next to the view shows the same values. GUI thread.
class TopologyView : public QWidget {
  Q_OBJECT

 public:
  explicit TopologyView(QWidget* parent = nullptr);

  /// `busy`: chips that the run uses.
  void set_topology(TopologyLayout layout, const std::vector<analysis::LinkTraffic>& links,
                    std::vector<int> busy);
  const TopologyLayout& layout_of_chips() const { return layout_; }
  /// Bytes in both directions together; negative if no counter covers the link.
  double bytes_between(int a, int b) const;
  /// The centre of a chip in logical pixels.
  QPointF position_of(int chip) const;
  /// The tooltip at a position; empty outside chips and links.
  QString tool_tip(const QPointF& position) const;

  QSize sizeHint() const override { return {420, 300}; }
  QSize minimumSizeHint() const override { return {200, 140}; }

 signals:
  void track_chosen(nscope::TrackId track);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// The two directions of a pair of chips.
  struct Pair {
    double bytes = 0.0;
    std::vector<const analysis::LinkTraffic*> directions{};
  };
  const TopologyLayout::Edge* edge_at(const QPointF& position) const;
  int chip_at(const QPointF& position) const;
  const Pair* pair_of(int a, int b) const;
  QPointF switch_position() const;
  QPainterPath path_of(const TopologyLayout::Edge& edge) const;
  double step() const;

  TopologyLayout layout_;
  std::vector<analysis::LinkTraffic> links_;
  std::map<std::pair<int, int>, Pair> pairs_;
  std::vector<int> busy_;
  double most_ = 0.0;  ///< bytes of the busiest pair
};

}  // namespace nscope::gui
