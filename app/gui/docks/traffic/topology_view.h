#pragma once

#include "app/gui/docks/traffic/topology_layout.h"
#include "profiler/analysis/ranks/link_traffic.h"

#include <QPainterPath>
#include <QWidget>
#include <map>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The chips of the machine and their links, as thick as the bytes that went over them.
/// Hovering tells them, a click asks for the link's counter. The heat map beside it has the
/// same figures. GUI thread.
class TopologyView : public QWidget {
  Q_OBJECT

 public:
  explicit TopologyView(QWidget* parent = nullptr);

  /// `busy`: chips that the run uses.
  void set_topology(TopologyLayout layout, const std::vector<analysis::LinkTraffic>& links,
                    std::vector<int> busy);
  const TopologyLayout& layout_of_chips() const { return layout_; }
  /// Bytes in both directions; negative where no counter tells.
  double bytes_between(int a, int b) const;
  /// In logical pixels.
  QPointF position_of(int chip) const;
  /// What is told of a place; empty beside chips and links.
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
