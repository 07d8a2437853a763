#pragma once

#include "app/gui/docks/stacks/stack_view.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/run/dock_view.h"

#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>

namespace nscope::gui {

/// Shows the time of call stacks in the selected range as a flame graph, of all tracks or of one
/// group, and the callers and callees of a frame. GUI thread.
class StacksDock : public DockView {
  Q_OBJECT

 public:
  StacksDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;
  /// Searches for the text.
  void enter(const QString& text) override { search_->setText(text); }

  StackView& stacks() { return *stacks_; }
  StackView& callers() { return *callers_; }
  StackView& callees() { return *callees_; }
  QComboBox& groups() { return *groups_; }
  QPushButton& by_track() { return *by_track_; }
  QLineEdit& search() { return *search_; }
  /// "12.5 % of the time", while something is searched.
  QString found() const { return found_->text(); }
  QString message() const { return message_->message(); }

  /// Shows the callers and callees of all frames with a name; invalid: shows the stacks.
  void show_callers(StringId name);
  /// The name whose callers and callees are shown; invalid: none.
  StringId subject() const { return subject_; }

 protected:
  void refresh() override;

 private:
  QLayout* build_line();
  QWidget* build_sandwich();
  void fill_groups();
  std::vector<TrackId> wanted_tracks() const;
  void receive(const std::shared_ptr<const Trace>& trace, Result<analysis::StackTree> tree);
  void show_found();
  void connect_view(StackView* view);
  void open_menu(StackView* view, const QPoint& global);
  StackView* shown_view() const;
  void update_buttons();

  Job* job_;
  MessageStack* message_;
  ChoiceBox* groups_;
  QPushButton* by_track_;
  QLineEdit* search_;
  ElidedLabel* found_;
  ElidedLabel* caption_;
  QPushButton* sandwich_;
  QPushButton* reset_;
  QStackedWidget* pages_;
  StackView* stacks_;
  StackView* callers_;
  StackView* callees_;
  std::shared_ptr<const Trace> trace_;
  StackTreePtr tree_;
  StringId subject_;
};

}  // namespace nscope::gui
