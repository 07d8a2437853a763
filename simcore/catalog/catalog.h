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

/// All devices, instance types and models, validated. Immutable; any thread may read it.
/// Look-ups ignore case; instance types and models are also found by alias.
class Catalog {
 public:
  /// Loads the built-in data files. An unknown key, a missing source, a wrong unit or a
  /// reference to an unknown id is an error that names the file and the key.
  static Result<Catalog> load();

  /// A data file of the user: a document with any of the three schemas.
  struct File {
    std::string name;  ///< for messages
    Json json;
  };
  /// As load(), followed by the files of the user, devices first, and by other models. An id or
  /// alias that already exists is an error, so that a name always means the same model or instance
  /// type.
  static Result<Catalog> load(std::span<const File> files, std::vector<Model> models = {});

  std::span<const Device> devices() const { return devices_; }
  std::span<const Instance> instances() const { return instances_; }
  std::span<const Model> models() const { return models_; }

  /// Errors: kNotFound with the closest names.
  Result<const Device*> device(std::string_view id) const;
  Result<const Instance*> instance(std::string_view id) const;
  Result<const Model*> model(std::string_view id) const;
  /// The instance type with `logical_core_size` physical cores in a logical core ("LNC"); 0: the
  /// default of its device. Errors: kNotFound, and kInvalidArgument if the device does not have
  /// this size.
  Result<const Instance*> instance(std::string_view id, int logical_core_size) const;
  /// The device of an instance of this catalogue; exists for each of them after load().
  const Device& device_of(const Instance& instance) const;
  /// The number of logical cores of all chips, or the number of GPUs.
  int logical_cores_of(const Instance& instance) const;

 private:
  Result<> add(const Json& json, std::string_view name);
  Result<> add_instance(Instance instance, std::string_view name);
  const Instance* find_instance(std::string_view id) const;
  Result<> index_models();

  std::vector<Device> devices_;
  std::vector<Instance> instances_;
  std::vector<Model> models_;
  // The devices and instances whose logical cores are single physical cores, if this is not the
  // default of the device.
  std::vector<Device> single_core_devices_;
  std::vector<Instance> single_core_instances_;
  /// Lower-case id or alias -> index into models_, sorted by name.
  std::vector<std::pair<std::string, std::size_t>> model_names_;
};

}  // namespace nscope::catalog
