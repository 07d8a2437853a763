#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::app {

/// A member of an object of a document. Plain data.
struct ReferenceMember {
  std::string name;
  std::string type;  ///< "integer", "number", "boolean", "string", "object", "array" or "any"
  bool required = false;
  Json fallback{};                    ///< the value if the member is absent; null: see `about`
  std::optional<double> least{};      ///< smallest value; of an array, of its values
  std::optional<double> above{};      ///< the value must be greater
  std::optional<double> most{};       ///< largest value
  std::optional<double> below{};      ///< the value must be smaller
  std::vector<std::string> values{};  ///< the allowed strings; empty: any
  std::string unit{};                 ///< "s", "B/s", "tokens"; empty: none
  std::string object{};               ///< path of the object that is the value
  std::string about;                  ///< what it means, in English

  /// "integer, 1 to 4,096, in tokens; 128 if absent".
  Text form() const;
};

/// An object of a document. Plain data.
struct ReferenceObject {
  std::string path;  ///< JSON pointer; empty: the document itself
  std::string about;
  std::vector<Json> examples;  ///< changes of the base document with which the object is present
  std::vector<ReferenceMember> members;
};

/// The description of one kind of document. Plain data.
struct DocumentReference {
  std::string document;  ///< "workload"
  std::string schema;    ///< "nscope.workload/1"
  std::string title;
  std::string about;
  Json base;  ///< a small valid document
  std::vector<ReferenceObject> objects;
};

/// All descriptions in resources/reference/, by name. A test compares them with the readers of the
/// documents. Errors: kBadInput for a damaged description.
Result<std::vector<DocumentReference>> document_references();

/// The description of the document with that name. Errors: kNotFound with the closest names, and
/// those of document_references().
Result<DocumentReference> document_reference(std::string_view document);

}  // namespace nscope::app
