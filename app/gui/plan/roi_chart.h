#pragma once

#include "costmodel/migration/roi.h"

#include <QString>
#include <QWidget>
#include <memory>

class QCPAxis;
class QCustomPlot;

namespace nscope::gui {

/// A chart of the answer to a migration study: follows the theme, tells on hover what is
/// under the mouse, and can be saved or copied as a picture. GUI thread.
class RoiChart : public QWidget {
  Q_OBJECT

 public:
  explicit RoiChart(const QString& name, QWidget* parent = nullptr);

  void set_result(std::shared_ptr<const cost::RoiResult> result);
  QCustomPlot& plot() { return *plot_; }
  /// What the mouse tells at a place of the axes; empty: nothing.
  virtual QString text_at(double x, double y) const = 0;

 signals:
  void failed(const QString& what, const nscope::Error& error);

 protected:
  const cost::RoiResult& result() const { return *result_; }
  /// Draws into the empty plot.
  virtual void draw() = 0;
  /// A dashed line across the plot with a word at its end; `upright` at a place of x.
  void add_line(double x, const QString& text, const QColor& color);
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void add_picture_actions();

  std::shared_ptr<const cost::RoiResult> result_;
  QCustomPlot* plot_;
};

/// "-1,234,567 USD" with the separators of the language.
QString usd_text(double dollars);
/// Money at an axis.
void set_money_axis(QCPAxis& axis, const QString& label);
/// The range with room at both ends, zero within.
void fit_axis(QCPAxis& axis, double low, double high);

}  // namespace nscope::gui
