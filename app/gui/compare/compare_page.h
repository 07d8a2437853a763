#pragma once

#include "app/gui/background/job.h"
#include "app/gui/compare/change_panel.h"
#include "app/gui/compare/compare_bar.h"
#include "app/gui/compare/compared_sides.h"
#include "app/gui/compare/comparison_tables_panel.h"
#include "app/gui/compare/timeline_stack.h"
#include "app/runs/comparison_document.h"

#include <QPushButton>
#include <QStackedLayout>
#include <QStringList>
#include <QWidget>
#include <deque>
#include <vector>

class QVBoxLayout;

namespace nscope::gui {

/// The Compare page: two or more runs, each with its repeated runs; one is the baseline. Shows
/// aligned timelines, the causes of the differences, and tables. Files are read and runs are
/// compared in the background. GUI thread.
class ComparePage : public QWidget {
  Q_OBJECT

 public:
  explicit ComparePage(QWidget* parent = nullptr);

  /// Adds each session, capture or summary document as a run. A folder of sessions is one run
  /// with repeated runs.
  void add_files(const QStringList& paths);
  /// Adds a run that is already open, unless it was added before.
  void add_run(std::shared_ptr<const Trace> trace, const QString& label);
  /// Adds repeated runs to an existing run.
  void add_repeats(std::size_t side, const QStringList& paths);
  void remove(std::size_t side);
  void set_base(std::size_t side);
  /// Selects the run that tables, causes and reports compare with the baseline.
  void show_side(std::size_t side);
  void set_alignment(TimeAlignment alignment);
  /// Opens a file dialog and adds the chosen files.
  void choose_files();

  const std::vector<CompareSide>& sides() const { return sides_; }
  std::size_t base() const { return base_; }
  std::size_t shown() const { return shown_; }
  /// Null if nothing has been compared.
  std::shared_ptr<const analysis::Comparison> comparison() const;

  /// The report of the shown comparison. Errors: those of app::comparison_document;
  /// kInvalidArgument if nothing has been compared.
  Result<std::string> report(app::ComparisonFormat format) const;
  void save_report(app::ComparisonFormat format, const QString& path);

  std::vector<Job*> jobs() { return {read_job_, compare_job_}; }
  CompareBar& bar() { return *bar_; }
  TimelineStack& timelines() { return *timelines_; }
  ChangePanel& changes() { return *changes_; }
  ComparisonTablesPanel& tables() { return *tables_; }
  const QString& status() const { return status_; }
  /// The labels of the runs; empty without runs.
  QString title() const { return labels().join(QStringLiteral(", ")); }

  /// Offers the run of Inspect (empty: none) and recent files while there are no runs.
  void offer(const QString& open_run, const QStringList& recent);
  /// The buttons of offer(), as shown.
  std::vector<QPushButton*> offers() const;

 signals:
  /// The user asks to add the run of Inspect.
  void open_run_requested();
  void failed(const QString& what, const nscope::Error& error);
  void open_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void status_changed(const QString& text);
  /// A comparison is on screen.
  void compared();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// Files to read, either as repeated runs of an existing side (its id) or as new sides.
  struct Request {
    std::vector<std::string> paths;
    std::optional<int> repeats_of{};
  };
  QWidget* build_empty();
  void connect_parts();
  void connect_strip(RunStrip& strip);
  void read_next();
  void take(SidesRead read, std::optional<int> repeats_of);
  void add_side(CompareSide side);
  void rename(std::size_t side, const QString& label);
  QString unique_label(const QString& label) const;
  QStringList labels() const;
  void sides_changed();
  void compare();
  void show_result(Result<std::vector<SideComparison>> result);
  void show_comparison();
  void show_obstacles();
  void update_headers();
  void update_status(std::optional<double> shared_ns);
  void show_evidence(SliceId base, SliceId shown);
  void highlight_group(const QString& name, SliceId base, SliceId shown);
  void make_report(CompareBar::Report report);

  std::vector<CompareSide> sides_;
  std::size_t base_ = 0;
  std::size_t shown_ = 1;
  int next_id_ = 1;
  std::vector<SideComparison> comparisons_;          ///< by side; empty until they are computed
  TimeAlignment alignment_ = TimeAlignment::kStart;  ///< as the user chose it
  std::deque<Request> requests_;
  QString status_;
  Job* read_job_;
  Job* compare_job_;
  QVBoxLayout* offers_ = nullptr;  ///< made by build_empty()
  QStackedLayout* stack_;
  QWidget* empty_;
  QWidget* body_;
  CompareBar* bar_;
  TimelineStack* timelines_;
  ChangePanel* changes_;
  ComparisonTablesPanel* tables_;
};

}  // namespace nscope::gui
