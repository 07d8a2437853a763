#pragma once

#include "profiler/base/json.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLineEdit;
class QVBoxLayout;

namespace nscope::gui {

/// A field that shows and sets one place of a JSON document.
struct DocumentField {
  enum class Kind {
    kNumber,
    kText,
    kDay,     ///< "2026-11-22"
    kChoice,  ///< one of `choices`
    kFlags,   ///< an array of any of `choices`
    kList,    ///< an array of texts, typed with commas; `choices` complete them
    kSwitch,  ///< true or false
    /// A button that puts `item` at the pointer ("/phases/-": behind the last); with
    /// `choices` a box of them, which puts it at pointer/choice.
    kAdd,
    kRemove,  ///< a button that takes the pointer out: a member, or an entry of a list
  };
  std::string pointer;  ///< RFC 6901: "/traffic/requests_per_second"
  Kind kind = Kind::kNumber;
  QString label{};
  QString section{};  ///< heading above it, where it differs from the field before
  QString unit{};     ///< behind the field
  QString help{};     ///< tool tip
  QString absent{};   ///< shown in the empty field: what it means that the member is missing
  double scale = 1;   ///< number shown / number stored: 100 for per cent
  /// What the document says, and what people read.
  std::vector<std::pair<std::string, QString>> choices{};
  /// Of kAdd: made of the document as it is then.
  std::function<Json(const Json& document)> item{};
};

/// Fields over a JSON document. A field that is emptied takes its member out, and objects that
/// it leaves empty; what cannot be read is marked, said in its tool tip, and changes nothing. Other
/// members of the document stay as they are. GUI thread.
class DocumentForm : public QWidget {
  Q_OBJECT

 public:
  explicit DocumentForm(QWidget* parent = nullptr);

  /// Makes the fields anew, filled from `document`. Who is typing in one goes on in the field of
  /// the same pointer, as it was typed and with the cursor where it was.
  void set(Json document, std::vector<DocumentField> fields);
  const Json& document() const { return document_; }
  /// Sets a place of the document (null: takes it out) and its field, if it has one; emits
  /// changed().
  void set_member(const std::string& pointer, Json value);
  /// The widget of a field; nullptr where there is none.
  QWidget* field(std::string_view pointer) const;
  /// The first field of a member or of what is in it; nullptr where there is none.
  QWidget* field_below(std::string_view pointer) const;
  /// Where Tab enters; nullptr without fields.
  QWidget* first_field() const;

  /// Marks the field that `where` ("file: /a/b") ends in, or is below of. False where none is
  /// meant.
  bool mark(std::string_view where, const QString& why);
  void clear_marks();

 signals:
  /// The user changed the document.
  void changed();
  /// A member was added at `pointer` or removed: other fields are needed. Comes before
  /// changed().
  void restructured(const QString& pointer);

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
  QWidget* content_ = nullptr;
  QVBoxLayout* layout_;
};

}  // namespace nscope::gui
