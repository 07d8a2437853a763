#pragma once

#include "app/gui/timeline/paint/markers.h"

#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <optional>

class QAbstractScrollArea;

namespace nscope::gui {

/// The markers of a timeline, which can be added, picked, moved, renamed and removed. They are
/// always sorted by time: a moved marker changes places with those that it passes. Repaints the
/// timeline after each change. GUI thread.
class MarkerEditor : public QObject {
  Q_OBJECT

 public:
  /// `timeline` owns the editor. It is the parent of the field for the name of a marker, and gets
  /// the keyboard focus back afterwards.
  explicit MarkerEditor(QAbstractScrollArea* timeline);
  ~MarkerEditor() override;

  const Markers& markers() const { return markers_; }
  const PickedMarkers& picked() const { return picked_; }

  void set(Markers markers);
  /// Adds a marker with the next free name and picks it.
  void add(double tick);
  void remove(std::size_t index);
  void rename(std::size_t index, const QString& name);
  /// Picks a marker. The difference from the previously picked one is shown.
  void pick(std::optional<std::size_t> index);
  /// Picks the next marker to the right (+1) or left (-1) and returns its time; nullopt if there
  /// are no markers.
  std::optional<double> step(int direction);

  /// Picks a marker and starts moving it. move_to() moves it until end_move().
  void begin_move(std::size_t index);
  void move_to(double tick);
  void end_move();

  /// Opens a field over the flag of a marker. Enter accepts the new name, Esc cancels.
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
