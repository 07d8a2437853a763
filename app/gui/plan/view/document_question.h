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

class QBoxLayout;

namespace nscope::gui {

/// The short question with which a new document of Plan mode begins, so that its results are about
/// the user's own work. Everything else is listed below with the value that the document will have.
/// GUI thread.
class DocumentQuestion : public QFrame {
  Q_OBJECT

 public:
  /// Begins a new question.
  void ask(std::shared_ptr<const catalog::Catalog> catalog,
           std::shared_ptr<const cost::PriceBook> book);
  /// What is stated so far.
  const Json& document() const { return form_->document(); }
  DocumentForm& form() { return *form_; }
  /// The index of the kind of question that is chosen.
  int kind() const;
  QPushButton& kind_button(int kind) { return *kinds_[static_cast<std::size_t>(kind)]; }
  QPushButton& answer_button() { return *answer_; }
  QPushButton& cancel_button() { return *cancel_; }
  TablePanel& assumed() { return *assumed_; }
  /// Ends the question if it is complete.
  void finish();
  /// What is missing or wrong; empty if the question can be answered.
  QString problem() const;

 signals:
  /// The question is complete.
  void asked(const nscope::Json& document);
  void cancelled();

 protected:
  struct Texts {
    QString question;
    QStringList kinds;  ///< of questions; the first one is chosen
    QString answer;     ///< on the button that ends the question
    QString answer_help;
  };
  explicit DocumentQuestion(const Texts& texts, QWidget* parent = nullptr);
  void resizeEvent(QResizeEvent* event) override;

  const catalog::Catalog& catalog() const { return *catalog_; }
  const cost::PriceBook& book() const { return *book_; }

  /// The document with which a question of this kind begins. `before` is what was stated for
  /// another kind.
  virtual Json first_document(int kind, const Json& before) const = 0;
  /// The fields of the question for what is stated. A field with a usual value says it in `absent`;
  /// all others must be filled in.
  virtual std::vector<DocumentField> asked_fields() const = 0;
  /// The fields of the whole form, for the list of values that are not asked for.
  virtual std::vector<DocumentField> all_fields() const = 0;
  /// Whether the list leaves out the field at `pointer`.
  virtual bool is_left_out(const std::string& pointer) const = 0;
  /// The document that results from what is stated.
  virtual Json answer() const { return document(); }
  /// Why the readers of the document or the catalogue reject the answer. The place of the error
  /// names the field ("plan: /model").
  virtual std::optional<Error> rejection() const = 0;

  /// The source of figures of the user.
  static std::string own_figures();
  /// The error with a field of the question as its place.
  static Error at_field(const Error& error, std::string_view pointer);
  /// An error at the field if the catalogue has no such model; nullopt also without a name.
  std::optional<Error> check_model(const std::string& model, std::string_view pointer) const;
  /// An error at the field if neither the price book nor the catalogue has the instance type.
  std::optional<Error> check_instance(const std::string& instance, std::string_view pointer) const;

 private:
  void set_kind(int kind);
  void show_state();
  Table assumed_settings(const std::vector<DocumentField>& asked) const;

  std::shared_ptr<const catalog::Catalog> catalog_;
  std::shared_ptr<const cost::PriceBook> book_;
  const QString answer_help_;
  std::vector<QPushButton*> kinds_;
  DocumentForm* form_;
  QLabel* problem_;
  QPushButton* answer_;
  QPushButton* cancel_;
  TablePanel* assumed_;
  QBoxLayout* columns_;  ///< the question and the other values: side by side if there is room
};

}  // namespace nscope::gui
