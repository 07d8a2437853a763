#pragma once

#include "profiler/base/result.h"

#include <QString>
#include <string>
#include <vector>

namespace nscope::gui {

/// A built-in capture that shows a typical cause of lost time. The captures are synthetic: no
/// device was involved (tests/docs/make_tutorial_files.py, slow_rank_run.h).
struct Sample {
  QString id;        ///< "before": also the name of the written file
  QString title;     ///< one line
  QString note;      ///< what it shows, in two sentences
  std::string rule;  ///< id of the insight that names the cause: "dma-bound"
};

/// The samples, in the order in which a newcomer should open them. Any thread.
std::vector<Sample> samples();

/// Writes a sample into the cache folder of the user, so that it can be opened like any capture,
/// and returns its path. A file with the same content is kept, and so is a session. Any thread.
/// Errors: kNotFound; kIo if the file cannot be written.
Result<QString> write_sample(const QString& id);

}  // namespace nscope::gui
