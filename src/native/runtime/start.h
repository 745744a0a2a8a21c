#pragma once

#include "native/runtime/thread.h"

namespace dh::native {

void start_runtime();  // does nothing when it was called before
int finish_runtime();
void restart_after_fork();
void register_main(Thread& thread);
void catch_last_signals();

}  // namespace dh::native
