// `deadheat run --predict`: what other schedules of a recorded run could do.
#pragma once

#include <functional>
#include <string>

#include "findings/checker.h"

namespace dh {

// The tools that look for it, as a chain.
std::string predicting_chain();

// Replays the trace under predicting_chain(). `take` gets the findings; problems go to the sink.
void predict(const std::string& trace, size_t max_reports, const std::function<void(Finding)>& take,
             CheckSink& sink);

}  // namespace dh
