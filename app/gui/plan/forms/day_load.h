#pragma once

#include <QCheckBox>
#include <QLineEdit>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A small drawing of a load over the hours. GUI thread.
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

/// Numbers of requests per second, one for each hour, with spaces between; empty where one is no
/// number.
std::optional<std::vector<double>> read_hours(const QString& text);

/// The load of a plan hour by hour: a switch, a line of numbers, and their drawing. GUI thread.
class DayLoad : public QWidget {
  Q_OBJECT

 public:
  explicit DayLoad(QWidget* parent = nullptr);

  /// Empty: one rate, always the same.
  void set_hours(const std::vector<double>& hours);
  /// What a reader says about the hours; empty: nothing.
  void show_problem(const QString& why);
  QCheckBox& by_hour() { return *by_hour_; }
  QLineEdit& line() { return *line_; }
  DaySketch& sketch() { return *sketch_; }

 signals:
  /// The user wants hours, or one rate.
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
