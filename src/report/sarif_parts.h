// The pieces of which SARIF results are made. Include only in sarif*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "report/json_writing.h"
#include "report/source_lines.h"
#include "source/place.h"

namespace dh::sarif {

// A relative path as a relative URI reference, an absolute one as a file: URI; bytes that are not plain
// are percent-encoded.
std::string uri_of(std::string_view path);

// Literal text inside a message string: braces, brackets and backslashes mean themselves (SARIF 3.11.5
// and 3.11.6).
std::string literal(std::string_view text);
// "[text](1)": a link to the related location with that id.
std::string link(std::string_view text, size_t id);

// A message object around a string that is literal already.
Json message(std::string text);

Json artifact_location(const Place& place);
// The whole first line of a place with its text, for viewers without the sources; null when it is too long or
// cannot be read.
Json snippet(const Place& place, SourceLines* sources);
// Four numbers, columns in UTF-16 code units. Where only the line is known the whole line, if the source can
// be read. Null for a place without line.
Json region(const Place& place, SourceLines* sources);
// A location object; id 0: none, and no snippet. An empty text: no message.
Json location(const Place& place, std::string_view text, size_t id, SourceLines* sources);
// Adds the enclosing function to a location.
void add_logical_location(Json& location, const std::string& function);

}  // namespace dh::sarif
