#pragma once

#include "app/gui/forms/plan_context.h"
#include "app/gui/plan/view/document_question.h"

namespace nscope::gui {

/// The question of a new migration study: what is paid today, the load, where it moves, and the
/// effort. GUI thread.
class StudyQuestion : public DocumentQuestion {
  Q_OBJECT

 public:
  /// How the throughput of the target is known.
  enum Kind {
    kSimulated,
    kKnown  ///< stated
  };

  /// `context` must outlive the question.
  explicit StudyQuestion(const PlanContext& context, QWidget* parent = nullptr);

 protected:
  Json first_document(int kind, const Json& before) const override;
  std::vector<DocumentField> asked_fields() const override;
  std::vector<DocumentField> all_fields() const override;
  bool is_left_out(const std::string& pointer) const override;
  Json answer() const override;
  std::optional<Error> rejection() const override;

 private:
  const PlanContext& context_;
};

}  // namespace nscope::gui
