#pragma once

#include "app/gui/forms/document_form.h"
#include "app/gui/panels/table_panel.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

#include <QFrame>
#include <QPushButton>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// What a plan of a fleet assumes where the document states nothing: each setting with its value
/// and the reason or source, as the fields of the whole form say them.
Table assumed_settings(const std::vector<DocumentField>& all,
                       const std::vector<DocumentField>& asked);

/// The short question with which a new plan of a fleet begins: what is to be served or trained, and
/// within which limits. Everything else is listed below with the value that the plan will use. GUI
/// thread.
class PlanQuestion : public QFrame {
  Q_OBJECT

 public:
  explicit PlanQuestion(QWidget* parent = nullptr);

  /// Begins a new question.
  void ask(std::shared_ptr<const catalog::Catalog> catalog,
           std::shared_ptr<const cost::PriceBook> book);
  bool trains() const;
  /// The plan as far as it is stated.
  const Json& document() const { return form_->document(); }
  DocumentForm& form() { return *form_; }
  QPushButton& serve_button() { return *serve_; }
  QPushButton& train_button() { return *train_; }
  QPushButton& plan_button() { return *plan_; }
  QPushButton& cancel_button() { return *cancel_; }
  TablePanel& assumed() { return *assumed_; }
  /// Ends the question if it is complete.
  void finish();
  /// What is missing or wrong; empty if the question can be planned.
  QString problem() const { return problem_->text(); }

 signals:
  /// The question is complete.
  void asked(const nscope::Json& plan);
  void cancelled();

 private:
  void set_kind(bool trains);
  /// The fields of the whole form for what is stated.
  std::vector<DocumentField> all_fields() const;
  std::optional<Error> rejection() const;
  void show_state();

  std::shared_ptr<const catalog::Catalog> catalog_;
  std::shared_ptr<const cost::PriceBook> book_;
  QPushButton* serve_;
  QPushButton* train_;
  DocumentForm* form_;
  QLabel* problem_;
  QPushButton* plan_;
  QPushButton* cancel_;
  TablePanel* assumed_;
};

}  // namespace nscope::gui
