#pragma once

#include "app/gui/docks/memory/onchip_blocks.h"

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// The on-chip map of one memory: a rectangle for each lifetime, time on the x axis, address on the
/// y axis. Hatched rectangles were spilled, reloaded or read again, paler ones use fewer
/// partitions.
///
/// The wheel zooms into time, Ctrl+wheel into addresses, dragging pans, and a double-click shows
/// everything. Clicking or the Enter key emits activated(). The arrow keys go to other rectangles:
/// left and right by start time, up and down by address. GUI thread.
class OnchipMapView : public QWidget {
  Q_OBJECT

 public:
  explicit OnchipMapView(QWidget* parent = nullptr);
  ~OnchipMapView() override;

  /// What the view shows. The core is in the map.
  struct Source {
    std::shared_ptr<const Trace> trace{};
    std::shared_ptr<const analysis::OnchipMap> map{};
    std::size_t core = 0;  ///< index in the map
    analysis::OnchipMemory memory = analysis::OnchipMemory::kSbuf;
    double begin_ns = 0.0;  ///< the analysed range
    double end_ns = 1.0;
    double partition_bytes = 1.0;
  };
  void set_source(Source source);

  const std::vector<OnchipBlock>& blocks() const { return blocks_; }
  /// Index of the block with the focus; nullopt: none.
  std::optional<std::size_t> current() const { return current_; }
  void set_current(std::optional<std::size_t> block);
  /// Makes the block that starts with this event the current one, if there is one.
  void set_current_event(SliceId event);
  /// The first write of a block.
  SliceId event_of(std::size_t block) const;
  QString tool_tip(std::size_t block) const;
  QCustomPlot& plot() { return *plot_; }
  OnchipViewport viewport() const;

 signals:
  /// The user chose the block that `event` wrote.
  void activated(nscope::SliceId event);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  class Raster;

  const analysis::OnchipLifetime& lifetime_of(std::size_t block) const;
  void rebuild();
  void show_everything();
  void reveal_current();
  std::optional<std::size_t> block_under(const QPointF& position) const;
  void zoom_time(double factor);
  bool press_key(int key);
  void describe();

  Source source_;
  std::vector<OnchipBlock> blocks_;
  std::optional<std::size_t> current_;
  QCustomPlot* plot_;
  QPoint pressed_;
  bool double_clicked_ = false;  ///< the release after a double-click is not a click
};

}  // namespace nscope::gui
