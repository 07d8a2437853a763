#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <QPushButton>
#include <QWidget>
#include <memory>

class QLabel;
class QVBoxLayout;

namespace nscope::gui {

class TablePanel;

/// Whether a file has events or measured values over a length of time, which a timeline can show.
bool has_timeline(const Trace& trace);

/// The metrics of a file without a timeline, and the values measured at its only time. Names such
/// as "ExecuteTime.p50" become a row "ExecuteTime" and a column "p50". Values are texts with their
/// units.
Table metric_content(const Trace& trace);
/// Its properties: "device0.bdf" becomes a row "device0" and a column "bdf"; other names are rows
/// of their own with the column "value".
Table property_content(const Trace& trace);

/// The page of a file without a timeline, such as a list of devices, a report of totals or a single
/// report of neuron-monitor: its
/// metrics and properties as tables, and the notes of the importer. GUI thread.
class ContentPage : public QWidget {
  Q_OBJECT

 public:
  explicit ContentPage(QWidget* parent = nullptr);

  void set_trace(const std::shared_ptr<const Trace>& trace, const QString& title);
  TablePanel& metrics() { return *metrics_; }
  TablePanel& properties() { return *properties_; }
  QString notes() const;

 signals:
  /// The user asks for the analyses, SQL and diagnostics of the file.
  void inspect_requested();

 private:
  QLabel* title_;
  QLabel* notes_;
  QLabel* metrics_title_;
  QLabel* properties_title_;
  TablePanel* metrics_;
  TablePanel* properties_;
};

}  // namespace nscope::gui
