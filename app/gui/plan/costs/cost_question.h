#pragma once

#include "app/gui/plan/view/document_question.h"

namespace nscope::gui {

/// The question of a new cost scenario: what runs on which instance types, how its throughput is
/// known, the load and region, and what is paid today. GUI thread.
class CostQuestion : public DocumentQuestion {
  Q_OBJECT

 public:
  /// How the throughput is known.
  enum Kind {
    kBatch,   ///< simulated with a batch of equal sequences
    kLimits,  ///< the largest load within latency limits
    kKnown    ///< stated
  };

  explicit CostQuestion(QWidget* parent = nullptr);

 protected:
  Json first_document(int kind, const Json& before) const override;
  std::vector<DocumentField> asked_fields() const override;
  std::vector<DocumentField> all_fields() const override;
  bool is_left_out(const std::string& pointer) const override;
  Json answer() const override;
  std::optional<Error> rejection() const override;
};

}  // namespace nscope::gui
