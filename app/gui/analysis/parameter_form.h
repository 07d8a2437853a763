#pragma once

#include "profiler/analysis/definition/parameter.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QLineEdit;
class QScrollArea;

namespace nscope::gui {

/// Fields for the parameters of one analysis: numbers with their unit, words as
/// a choice. A value that is not allowed stays in its field, marked and with the
/// reason beside it, and changes nothing. GUI thread.
class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterForm(QWidget* parent = nullptr);
  ~ParameterForm() override;

  /// Makes the fields anew.
  void set_values(const analysis::ParameterValues& values);
  const analysis::ParameterValues& values() const { return values_; }
  /// Why a field is refused; empty where none is.
  QString error() const { return error_->text(); }
  /// The field of a parameter; nullptr where there is none.
  QWidget* field(std::string_view id) const;

 signals:
  /// The user set an allowed value.
  void changed();

 private:
  void add_number(const analysis::Parameter& parameter);
  void add_choice(const analysis::Parameter& parameter);
  void check(const analysis::Parameter& parameter, QLineEdit* field);
  void apply(const analysis::Parameter& parameter, QLineEdit* field);
  void fit_fields();
  void show_state();
  void reset();

  analysis::ParameterValues values_;
  std::map<std::string, QString, std::less<>> refused_;  ///< reason by parameter
  QWidget* fields_ = nullptr;
  QScrollArea* scroll_;
  QPushButton* reset_;
  QLabel* error_;
};

/// A parameter's value as one types it.
QString value_text(const analysis::Parameter& parameter, double value);

}  // namespace nscope::gui
