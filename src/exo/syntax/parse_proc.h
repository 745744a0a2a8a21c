// One `def` and its block as an Exo proc.
#pragma once

#include "exo/syntax/ast.h"
#include "exo/syntax/tokens.h"
#include "source/diagnostic.h"

namespace dh::exo {

// The block of a header line: the lines after it that are indented deeper.
uint32_t block_end(const TokenFile& tokens, uint32_t header);

// Whether an undecorated `def` is a proc as Exo prints it: every argument has an Exo type, and something says
// that this is no Python with annotations.
bool looks_like_exo(const TokenFile& tokens, uint32_t header);

// Parses lines [header, block_end(header)) into `proc`, which is marked broken on errors.
void parse_proc(Module& module, const TokenFile& tokens, uint32_t header, Proc& proc,
                Diagnostics& diagnostics);

}  // namespace dh::exo
