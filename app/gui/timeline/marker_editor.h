#pragma once

#include "app/gui/timeline/paint/markers.h"

#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <optional>

class QAbstractScrollArea;

namespace nscope::gui {

/// The markers of a timeline: set, picked, moved, named and removed. They are in order of time
/// but for the moment between begin_move() and end_move(), in which the moved one steps over the
/// others. Repaints the timeline after each change. GUI thread.
class MarkerEditor : public QObject {
  Q_OBJECT

 public:
  /// `timeline` shows the field in which a name is typed, and has the keyboard again after it;
  /// it owns the editor.
  explicit MarkerEditor(QAbstractScrollArea* timeline);
  ~MarkerEditor() override;

  const Markers& markers() const { return markers_; }
  const PickedMarkers& picked() const { return picked_; }

  void set(Markers markers);
  /// With the next free name, and picked.
  void add(double tick);
  void remove(std::size_t index);
  void rename(std::size_t index, const QString& name);
  /// With the one picked before, their difference is shown.
  void pick(std::optional<std::size_t> index);
  /// Picks the next marker to the right (+1) or left (-1) and returns its time; nothing where
  /// there is none at all.
  std::optional<double> step(int direction);

  /// Picks a marker, which then follows move_to() until end_move().
  void begin_move(std::size_t index);
  void move_to(double tick);
  void end_move();

  /// A field over the flag: Enter keeps the new name, Esc the old one.
  void edit_name(const FrameInput& frame, std::size_t index);

 signals:
  void changed();

 private:
  void sort();
  void step_over(std::size_t other);
  void repaint();
  void close_field(QLineEdit* field);

  QAbstractScrollArea& timeline_;
  Markers markers_;
  PickedMarkers picked_;
  std::size_t moved_ = 0;
  double moved_from_ = 0.0;
  QPointer<QLineEdit> field_;
};

}  // namespace nscope::gui
