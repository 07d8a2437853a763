#pragma once

#include "app/gui/forms/catalog_choices.h"
#include "app/gui/forms/document_form.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"

#include <QCoreApplication>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::gui {

/// A builder for the fields of one document, which must outlive the builder.
class FieldList {
 public:
  using Kind = DocumentField::Kind;
  using Choices = std::vector<std::pair<std::string, QString>>;

  explicit FieldList(const Json& document) : document_(document) {}
  std::vector<DocumentField> take() { return std::move(fields_); }

  const Json& document() const { return document_; }
  bool has(const std::string& pointer) const {
    return document_.contains(Json::json_pointer(pointer));
  }
  /// The string at `pointer`; empty if it is absent or not a string.
  std::string text_at(const std::string& pointer) const {
    const Json::json_pointer at(pointer);
    return document_.contains(at) && document_.at(at).is_string()
               ? document_.at(at).get<std::string>()
               : std::string();
  }
  /// Sets the heading for the fields that are added next.
  void section(const QString& title) { section_ = title; }
  DocumentField& add(const std::string& pointer, Kind kind, const QString& label) {
    DocumentField field{.pointer = pointer, .kind = kind};
    field.label = label;
    field.section = section_;
    fields_.push_back(std::move(field));
    return fields_.back();
  }
  DocumentField& number(const std::string& pointer, const QString& label, const QString& unit = {},
                        double scale = 1) {
    DocumentField& field = add(pointer, Kind::kNumber, label);
    field.unit = unit;
    field.scale = scale;
    return field;
  }
  DocumentField& seconds(const std::string& pointer, const QString& label) {
    return number(pointer, label, QStringLiteral("s"));
  }
  /// A number that is shown in billions, or in hundred millions in the languages that count in ten
  /// thousands.
  DocumentField& billions(const std::string& pointer, const QString& label) {
    constexpr double kBillion = 1e-9;
    constexpr double kHundredMillion = 1e-8;
    const std::string_view word = shown_language().hundred_million();
    if (!word.empty()) return number(pointer, label, to_qstring(word), kHundredMillion);
    return number(pointer, label, QCoreApplication::translate("TrainingFields", "billion"),
                  kBillion);
  }
  DocumentField& percent(const std::string& pointer, const QString& label) {
    constexpr double kPercent = 100;
    return number(pointer, label, QStringLiteral("%"), kPercent);
  }
  DocumentField& choice(const std::string& pointer, const QString& label, Choices choices) {
    DocumentField& field = add(pointer, Kind::kChoice, label);
    field.choices = std::move(choices);
    return field;
  }
  /// A text field with a long list of choices.
  DocumentField& listed(const std::string& pointer, Kind kind, const QString& label,
                        CatalogChoices choices) {
    DocumentField& field = add(pointer, kind, label);
    field.choices = std::move(choices.rows);
    field.groups = std::move(choices.groups);
    return field;
  }
  /// A choice in which an absent member means `usual`. `usual` is listed once: as the value of an
  /// absent member, or as a value of its own if the document states it.
  DocumentField& choice_of(const std::string& pointer, const QString& label,
                           std::pair<std::string, QString> usual, Choices others) {
    DocumentField& field = choice(pointer, label, std::move(others));
    if (text_at(pointer) == usual.first) {
      field.choices.insert(field.choices.begin(), std::move(usual));
    } else {
      field.absent = usual.second;
    }
    return field;
  }

 private:
  const Json& document_;
  QString section_;
  std::vector<DocumentField> fields_;
};

}  // namespace nscope::gui
