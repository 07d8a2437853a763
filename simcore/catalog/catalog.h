#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/device.h"
#include "simcore/catalog/instance.h"
#include "simcore/catalog/model.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::catalog {

/// All devices, instance types and models, validated. Immutable; share freely.
/// Names are looked up without regard to case; models also by alias.
class Catalog {
 public:
  /// Loads the built-in data files. Any unknown member, missing source, unit
  /// mismatch or dangling reference is an error naming file and member.
  static Result<Catalog> load();

  /// A data file of the user: a document of any of the three schemas.
  struct File {
    std::string name;  ///< for messages
    std::string content;
  };
  /// As load(), and the user's own files after the built-in ones. An id or alias
  /// that exists already is an error.
  static Result<Catalog> load(std::span<const File> files);

  std::span<const Device> devices() const { return devices_; }
  std::span<const Instance> instances() const { return instances_; }
  std::span<const Model> models() const { return models_; }

  /// Errors: kNotFound with the closest names.
  Result<const Device*> device(std::string_view id) const;
  Result<const Instance*> instance(std::string_view id) const;
  Result<const Model*> model(std::string_view id) const;
  /// The device of one of this catalogue's instances; cannot fail after load().
  const Device& device_of(const Instance& instance) const;
  /// Cores as software counts them: chips times logical cores; GPUs for a GPU.
  int logical_cores_of(const Instance& instance) const;

 private:
  Result<> add(std::string_view content, std::string_view name);
  Result<> index_models();

  std::vector<Device> devices_;
  std::vector<Instance> instances_;
  std::vector<Model> models_;
  /// Lower-case id or alias -> index into models_, sorted by name.
  std::vector<std::pair<std::string, std::size_t>> model_names_;
};

}  // namespace nscope::catalog
