#pragma once

#include "importers/perfetto/packet_decoder.h"

#include <string_view>
#include <vector>

namespace nscope::importers::perfetto {

// Most of a trace are events with the same few fields, all with tags of one byte.
// These read such fields at the front of a message and return the rest, from the
// first other or damaged field on, which the general loops then read.

std::string_view quick_packet_fields(std::string_view text, Packet& packet,
                                     std::string_view& event);
/// Annotations too; an annotation that is damaged counts as a damaged field.
std::string_view quick_event_fields(std::string_view text, Packet& packet,
                                    std::vector<Annotation>& annotations);
std::string_view quick_annotation_fields(std::string_view text, Annotation& out);

}  // namespace nscope::importers::perfetto
