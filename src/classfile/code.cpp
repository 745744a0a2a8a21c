#include "classfile/code.h"

#include <algorithm>

namespace dh::classfile {
namespace {

size_t operands_of_switch(size_t start) {
  return (start + 4) & ~size_t{3};
}

// Bytes of the instruction at `start`; 0: unknown or cut off.
size_t instruction_length(Bytes code, size_t start) {
  const uint8_t opcode = code[start];
  const size_t left = code.size() - start;
  size_t length = fixed_length(opcode);
  if (opcode == op_wide) {
    if (left < 2) return 0;
    const uint8_t widened = code[start + 1];
    const bool local = (widened >= op_iload && widened <= op_aload) ||
                       (widened >= op_istore && widened <= op_astore) || widened == op_ret;
    length = widened == op_iinc ? 6 : local ? 4 : 0;
  } else if (is_switch(opcode)) {
    const size_t at = operands_of_switch(start);
    const size_t header = opcode == op_tableswitch ? 12 : 8;
    if (at + header > code.size()) return 0;
    int64_t entries = 0;
    if (opcode == op_tableswitch) {
      entries = int64_t{s4_at(code, at + 8)} - s4_at(code, at + 4) + 1;
    } else {
      entries = int64_t{s4_at(code, at + 4)} * 2;
    }
    if (entries < 0 || entries > int64_t{0xffff}) return 0;
    length = at - start + header + static_cast<size_t>(entries) * 4;
  }
  return length <= left ? length : 0;
}

bool good_targets(const Code& code, size_t instruction) {
  bool good = true;
  const auto at_start = [&](int64_t offset) {
    good = good && offset >= 0 && offset < static_cast<int64_t>(code.code.size()) &&
           code.at[static_cast<size_t>(offset)] != Code::kNoInstruction;
  };
  const int64_t start = code.starts[instruction];
  const auto from = static_cast<size_t>(start);
  const uint8_t opcode = code.opcode(instruction);
  if (is_short_jump(opcode)) at_start(start + s2_at(code.code, from + 1));
  if (opcode == op_goto_w || opcode == op_jsr_w) at_start(start + s4_at(code.code, from + 1));
  if (is_switch(opcode)) {
    const size_t at = operands_of_switch(from);
    at_start(start + s4_at(code.code, at));
    const size_t step = opcode == op_tableswitch ? 4 : 8;
    for (size_t entry = at + 12; entry + 4 <= code.starts[instruction + 1]; entry += step)
      at_start(start + s4_at(code.code, entry));
  }
  return good;
}

bool index_instructions(Code& code) {
  const size_t size = code.code.size();
  code.at.assign(size + 1, Code::kNoInstruction);
  for (size_t start = 0; start < size;) {
    const size_t length = instruction_length(code.code, start);
    if (length == 0) return false;
    code.at[start] = static_cast<uint32_t>(code.starts.size());
    code.starts.push_back(static_cast<uint32_t>(start));
    start += length;
  }
  code.at[size] = static_cast<uint32_t>(code.starts.size());
  code.starts.push_back(static_cast<uint32_t>(size));
  return true;
}

}  // namespace

uint32_t Code::local(size_t instruction) const {
  const size_t start = starts[instruction];
  const uint8_t op = code[start];
  if (op == op_wide) return u2_at(code, start + 2);
  if ((op >= op_iload && op <= op_aload) || (op >= op_istore && op <= op_astore) || op == op_iinc ||
      op == op_ret)
    return code[start + 1];
  if (op >= op_iload_0 && op < op_iaload) return (op - op_iload_0) & 3;
  if (op >= op_istore_0 && op < op_iastore) return (op - op_istore_0) & 3;
  return UINT32_MAX;
}

uint32_t Code::target(size_t instruction) const {
  const size_t start = starts[instruction];
  const bool is_wide = code[start] == op_goto_w || code[start] == op_jsr_w;
  const int64_t offset = is_wide ? s4_at(code, start + 1) : s2_at(code, start + 1);
  return at[static_cast<size_t>(static_cast<int64_t>(start) + offset)];
}

void Code::each_target(size_t instruction, const std::function<void(uint32_t)>& visit) const {
  const uint8_t op = opcode(instruction);
  if (is_short_jump(op) || op == op_goto_w || op == op_jsr_w) visit(target(instruction));
  if (!is_switch(op)) return;
  const size_t start = starts[instruction];
  const size_t operands = operands_of_switch(start);
  const auto visit_offset = [&](size_t where) {
    visit(at[static_cast<size_t>(static_cast<int64_t>(start) + s4_at(code, where))]);
  };
  visit_offset(operands);
  const size_t step = op == op_tableswitch ? 4 : 8;
  for (size_t entry = operands + 12; entry + 4 <= starts[instruction + 1]; entry += step) visit_offset(entry);
}

bool Code::uses_subroutines() const {
  for (size_t i = 0; i < instructions(); ++i) {
    const uint8_t op = opcode(i);
    if (op == op_jsr || op == op_jsr_w || op == op_ret || (op == op_wide && code[starts[i] + 1] == op_ret))
      return true;
  }
  return false;
}

Result<Code> decode_code(Bytes info) {
  Reader reader(info);
  Code code;
  code.max_stack = reader.u2();
  code.max_locals = reader.u2();
  const uint32_t size = reader.u4();
  if (size > 0xffff) return fail("the code is too long");
  code.code = reader.bytes(size);
  const uint16_t handlers = reader.u2();
  for (unsigned i = 0; i < handlers && reader.ok(); ++i) {
    Handler& handler = code.handlers.emplace_back();
    handler.start = reader.u2();
    handler.end = reader.u2();
    handler.handler = reader.u2();
    handler.type = reader.u2();
  }
  read_attributes(reader, code.attributes);
  if (!reader.ok() || reader.left() != 0 || size == 0) return fail("the code attribute is damaged");
  if (!index_instructions(code)) return fail("an instruction is unknown or cut off");
  for (size_t i = 0; i < code.instructions(); ++i) {
    if (!good_targets(code, i)) return fail("a jump target is not the start of an instruction");
  }
  const auto is_start = [&](size_t offset) {
    return offset <= size && code.at[offset] != Code::kNoInstruction;
  };
  for (const Handler& handler : code.handlers) {
    if (!is_start(handler.start) || !is_start(handler.end) || !is_start(handler.handler) ||
        handler.handler == size || handler.start >= handler.end)
      return fail("an exception handler is damaged");
  }
  return code;
}

void CodeEdits::insert(uint32_t instruction, Where where, Bytes bytes) {
  const auto begin = static_cast<uint32_t>(bytes_.size());
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  const Piece piece{instruction, where, begin, static_cast<uint32_t>(bytes.size())};
  const auto later = [](const Piece& a, const Piece& b) {
    return a.instruction != b.instruction ? a.instruction < b.instruction : a.where < b.where;
  };
  if (pieces_.empty() || !later(piece, pieces_.back())) {
    pieces_.push_back(piece);
  } else {
    pieces_.insert(std::upper_bound(pieces_.begin(), pieces_.end(), piece, later), piece);
  }
}

void CodeEdits::drop(uint32_t instruction) {
  dropped_.push_back(instruction);
}

void CodeEdits::catch_all(Bytes code, Bytes frame, std::vector<Range> ranges, Covers covers) {
  catch_alls_.push_back({static_cast<uint32_t>(tail_.size()),
                         std::move(ranges),
                         covers == Covers::added_handlers_too,
                         {frame.begin(), frame.end()}});
  tail_.insert(tail_.end(), code.begin(), code.end());
}

}  // namespace dh::classfile
