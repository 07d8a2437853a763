#pragma once

#include "app/gui/plan/document_form.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The fields of one document, made one after the other. The document must outlive it.
class FieldList {
 public:
  explicit FieldList(const Json& document) : document_(document) {}
  std::vector<DocumentField> take() { return std::move(fields_); }

 protected:
  using Kind = DocumentField::Kind;
  using Choices = std::vector<std::pair<std::string, QString>>;

  const Json& document() const { return document_; }
  bool has(const std::string& pointer) const {
    return document_.contains(Json::json_pointer(pointer));
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

 private:
  const Json& document_;
  QString section_;
  std::vector<DocumentField> fields_;
};

}  // namespace nscope::gui
