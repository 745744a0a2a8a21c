// Paths that no caller takes: a method gets the block of one caller, and runs it on the path of another.
#pragma once

#include "whole_program/access_shape.h"

namespace dh::whole {

// The path to a visit runs a block that was passed as an argument, but nothing on the path passes that block.
bool runs_block_of_another(const AccessContext& context, VisitId visit);

}  // namespace dh::whole
