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

/// Fields for the parameters of one analysis: numbers with their unit, and combo boxes for words.
/// An invalid value stays in its field, which is marked, the reason is shown next to the fields,
/// and the parameter keeps its last valid value. GUI thread.
class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterForm(QWidget* parent = nullptr);
  ~ParameterForm() override;

  /// Sets the parameters and their values and rebuilds the fields.
  void set_values(const analysis::ParameterValues& values);
  const analysis::ParameterValues& values() const { return values_; }
  /// The reason why the value of a field is invalid; empty if all fields are valid.
  QString error() const { return error_->text(); }
  /// The field of a parameter; nullptr if `id` is unknown.
  QWidget* field(std::string_view id) const;

 signals:
  /// The user set a different valid value.
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

/// The value of a parameter in the form in which it is typed.
QString value_text(const analysis::Parameter& parameter, double value);

}  // namespace nscope::gui
