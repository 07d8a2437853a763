#pragma once

#include "profiler/base/json.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLineEdit;
class QVBoxLayout;

namespace nscope::gui {

/// A field that shows and sets one value of a JSON document.
struct DocumentField {
  enum class Kind {
    kNumber,
    kText,
    kDay,     ///< a date: "2026-11-22"
    kChoice,  ///< one of `choices`
    kFlags,   ///< an array with any number of `choices`
    kList,    ///< an array of strings, typed with commas; `choices` are its completions
    kSwitch,  ///< true or false
    /// A button that inserts `item` at the pointer ("/phases/-" appends to a list). With `choices`
    /// it is a combo box that inserts `item` at pointer/choice.
    kAdd,
    kRemove,  ///< a button that removes the member or the list entry at the pointer
  };
  std::string pointer;  ///< RFC 6901: "/traffic/requests_per_second"
  Kind kind = Kind::kNumber;
  QString label{};
  QString section{};      ///< heading; shown if it differs from that of the field before
  QString unit{};         ///< shown after the field
  QString help{};         ///< tooltip
  QString absent{};       ///< placeholder: the meaning of an absent member
  bool whole = false;     ///< entries of a list, or choices, are stored as whole numbers
  bool usual_on = false;  ///< an absent switch is on
  double scale = 1;       ///< number shown divided by number stored: 100 for percent
  /// The value in the document and the text for the user.
  std::vector<std::pair<std::string, QString>> choices{};
  /// Headings of the list of choices: the index of the first choice of each group, and its title.
  std::vector<std::pair<std::size_t, QString>> groups{};
  /// For kAdd: creates the item from the document when the user asks for it.
  std::function<Json(const Json& document)> item{};
};

/// The field at the pointer; null if there is none.
const DocumentField* find_field(const std::vector<DocumentField>& fields, std::string_view pointer);

/// A form that edits a JSON document. Emptying a field removes its member, and parent objects that
/// become empty. An invalid input does not change the document; the field is marked and its tooltip
/// says why. Members without a field stay unchanged. GUI thread.
class DocumentForm : public QWidget {
  Q_OBJECT

 public:
  explicit DocumentForm(QWidget* parent = nullptr);

  /// Replaces the document and the fields. If the user is typing in a field, the new field with the
  /// same pointer gets the focus, the typed text and the cursor position.
  void set(Json document, std::vector<DocumentField> fields);
  const Json& document() const { return document_; }
  /// While changed() is emitted: the pointer of the text field in which the user types, or empty.
  const std::string& typed_in() const { return typed_in_; }
  /// Sets a value of the document, or removes it if `value` is null. Updates its field, if there is
  /// one, and emits changed().
  void set_member(const std::string& pointer, Json value);
  /// The widget of a field, or nullptr.
  QWidget* field(std::string_view pointer) const;
  /// The first field of a member or of its descendants, or nullptr.
  QWidget* field_below(std::string_view pointer) const;
  /// The first field in Tab order, or nullptr.
  QWidget* first_field() const;

  /// Marks the field that an error location ("file: /a/b") refers to, directly or through one of
  /// its descendants. Returns false if there is no such field.
  bool mark(std::string_view where, const QString& why);
  void clear_marks();

 signals:
  /// The user changed the document.
  void changed();
  /// A member was added or removed at `pointer`, so the form needs other fields. Emitted before
  /// changed().
  void restructured(const QString& pointer);

 protected:
  /// Leaves undo and redo of text fields to the document, and shows texts that do not fit in
  /// tooltips.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add(const DocumentField& field);
  QWidget* make(const DocumentField& field);
  QWidget* make_line(const DocumentField& field);
  QWidget* make_choice(const DocumentField& field);
  QWidget* make_flags(const DocumentField& field);
  QWidget* make_switch(const DocumentField& field);
  QWidget* make_add(const DocumentField& field);
  QWidget* make_remove(const DocumentField& field);
  void put_item(const std::string& pointer, const Json& item);
  void typed(const DocumentField& field, QLineEdit* line);
  void store(const DocumentField& field, Json value);
  const Json* member(const DocumentField& field) const;

  Json document_;
  std::vector<DocumentField> fields_;
  std::string typed_in_;
  QWidget* content_ = nullptr;
  QVBoxLayout* layout_;
};

}  // namespace nscope::gui
