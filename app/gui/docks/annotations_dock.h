#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "app/gui/run/run_annotations.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>

namespace nscope::gui {

/// Lists the annotations of the run and lets the user edit the selected one. RunAnnotations
/// stores them and implements undo. GUI thread.
class AnnotationsDock : public DockView {
  Q_OBJECT

 public:
  AnnotationsDock(RunView& run, QWidget* parent);
  ~AnnotationsDock() override;

  std::vector<Job*> jobs() override { return {save_job_}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }
  /// Adds an annotation with the name `text` to the selected event, or to the selected range if no
  /// event is selected. Does nothing if neither is selected.
  void enter(const QString& text) override;

  void import_from(const QString& path);
  void export_to(const QString& path);
  /// Saves the annotations in the session file that the run was opened from. Does nothing if the
  /// run was not opened from a session.
  void save();

  TablePanel& list() { return *list_; }
  QLineEdit& name() { return *name_; }
  QPlainTextEdit& text() { return *text_; }
  QComboBox& color() { return *color_; }
  QAction& add_to_event() { return *add_event_; }
  QAction& add_to_range() { return *add_range_; }
  QAction& add_marker() { return *add_marker_; }
  QPushButton& save_button() { return *save_; }
  QWidget& recovery_bar() { return *recovery_; }
  QPushButton& restore_button() { return *restore_; }
  QPushButton& discard_button() { return *discard_; }

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  RunAnnotations& notes() const { return run().annotations(); }
  void build_layout();
  QWidget* build_bar();
  QWidget* build_recovery();
  QWidget* build_editor();
  void connect_editor();
  void add(Annotation annotation);
  std::optional<Annotation> of_selection(Annotation::Kind kind) const;
  void follow_notes();
  void find_current();
  void show_list();
  void show_current();
  void show_recovery();
  void show_actions();
  void commit();
  void remove_selected();
  void point_at_current();
  void go_to(std::size_t index);
  void report(const QString& what, const Result<>& done);

  std::optional<std::size_t> current_;
  Annotation shown_{};        ///< the annotation in the editor fields
  std::size_t shown_of_ = 0;  ///< the number of annotations when `shown_` was set
  QString shown_name_;        ///< the text that the name field returned after it was set
  QString shown_text_;
  Job* save_job_;
  QTimer typing_;  ///< commits edits after a pause in typing
  QSplitter* split_;
  TablePanel* list_;
  QWidget* editor_ = nullptr;
  QLabel* place_ = nullptr;
  QLineEdit* name_ = nullptr;
  QComboBox* color_ = nullptr;
  QPlainTextEdit* text_ = nullptr;
  QAction* add_event_ = nullptr;
  QAction* add_range_ = nullptr;
  QAction* add_marker_ = nullptr;
  QPushButton* remove_ = nullptr;
  QPushButton* save_ = nullptr;
  QWidget* recovery_ = nullptr;
  QLabel* recovery_text_ = nullptr;
  QPushButton* restore_ = nullptr;
  QPushButton* discard_ = nullptr;
};

}  // namespace nscope::gui
