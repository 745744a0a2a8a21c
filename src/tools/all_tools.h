// Every tool: for the table.
#pragma once

#include "tools/count.h"
#include "tools/empty.h"
#include "tools/fast_track.h"
#include "tools/lock_set.h"
#include "tools/read_only.h"
#include "tools/thread_local.h"
