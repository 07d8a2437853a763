#include "app/gui/text/provenance_text.h"

#include "app/gui/text/text.h"
#include "profiler/trace/vocabulary.h"

namespace nscope::gui {

QString provenance_text(const Trace& trace) {
  return to_qstring(Text::of_resource(trace.property_text(property::kProvenance)));
}

}  // namespace nscope::gui
