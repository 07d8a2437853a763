#pragma once

#include "app/gui/plan/forms/document_form.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The fields of one document, made one after the other. The document must outlive it.
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
  /// The text there; empty where there is none.
  std::string text_at(const std::string& pointer) const {
    const Json::json_pointer at(pointer);
    return document_.contains(at) && document_.at(at).is_string()
               ? document_.at(at).get<std::string>()
               : std::string();
  }
  /// Heading of the fields that follow.
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
  DocumentField& percent(const std::string& pointer, const QString& label) {
    constexpr double kPercent = 100;
    return number(pointer, label, QStringLiteral("%"), kPercent);
  }
  DocumentField& choice(const std::string& pointer, const QString& label, Choices choices) {
    DocumentField& field = add(pointer, Kind::kChoice, label);
    field.choices = std::move(choices);
    return field;
  }
  /// A choice whose missing member means `usual`: that is offered once, as what is missing, or as
  /// itself where the document says it.
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
