#pragma once

#include <QCheckBox>
#include <QLineEdit>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A small bar chart of the load by hour. GUI thread.
class DaySketch : public QWidget {
  Q_OBJECT

 public:
  explicit DaySketch(QWidget* parent = nullptr);

  void set_hours(std::vector<double> hours);
  const std::vector<double>& hours() const { return hours_; }
  QSize sizeHint() const override { return {200, 56}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::vector<double> hours_;
};

/// Parses the requests per second for each hour, separated by spaces or semicolons. Returns empty
/// if one of them is not a number.
std::optional<std::vector<double>> read_hours(const QString& text);

/// The hourly load of a plan: a check box, a line with the numbers, and a chart of them. GUI
/// thread.
class DayLoad : public QWidget {
  Q_OBJECT

 public:
  explicit DayLoad(QWidget* parent = nullptr);

  /// An empty vector means one constant rate.
  void set_hours(const std::vector<double>& hours);
  /// Shows an error about the hours; an empty text removes it.
  void show_problem(const QString& why);
  QCheckBox& by_hour() { return *by_hour_; }
  QLineEdit& line() { return *line_; }
  DaySketch& sketch() { return *sketch_; }

 signals:
  /// The user switched between an hourly load and one rate.
  void by_hour_changed(bool on);
  void hours_changed(const std::vector<double>& hours);

 private:
  void typed();
  void show_mark();

  QCheckBox* by_hour_;
  QLineEdit* line_;
  DaySketch* sketch_;
  QString problem_;
};

}  // namespace nscope::gui
