#pragma once

#include "app/gui/plan/view/document_question.h"

namespace nscope::gui {

/// The question of a new plan of a fleet: what is to be served or trained, and within which limits.
/// GUI thread.
class PlanQuestion : public DocumentQuestion {
  Q_OBJECT

 public:
  explicit PlanQuestion(QWidget* parent = nullptr);

  bool trains() const { return kind() == kTrain; }
  QPushButton& serve_button() { return kind_button(kServe); }
  QPushButton& train_button() { return kind_button(kTrain); }

 protected:
  /// Keeps the model if the other kind of work is chosen.
  Json first_document(int kind, const Json& before) const override;
  std::vector<DocumentField> asked_fields() const override;
  std::vector<DocumentField> all_fields() const override;
  /// Further limits, which are not needed.
  bool is_left_out(const std::string& pointer) const override;
  std::optional<Error> rejection() const override;

 private:
  static constexpr int kServe = 0;
  static constexpr int kTrain = 1;
};

}  // namespace nscope::gui
