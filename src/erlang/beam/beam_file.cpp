#include "erlang/beam/beam_file.h"

#include <fmt/format.h>

#include <utility>

#include "erlang/term/inflate.h"

namespace dh::erlang {

namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";

uint32_t big_endian(std::string_view bytes) {
  uint32_t value = 0;
  for (char c : bytes.substr(0, 4)) value = value << 8 | static_cast<uint8_t>(c);
  return value;
}

tl::unexpected<BeamError> refuse(BeamProblem problem, std::string message) {
  return tl::unexpected(BeamError{problem, std::move(message)});
}

constexpr const char* kStripped =
    "has no debug information; compile with +debug_info (erlc) or {erl_opts, [debug_info]} (rebar3), "
    "or pass the .erl file";

constexpr const char* kStrippedElixir =
    "has no debug information; compile without `@compile {:debug_info, false}` and, for a release, with "
    "strip_beams: false";

// none, or {elixir_v1, Map, Specs}
tl::expected<BeamForms, BeamError> elixir_forms(const Term& data, AtomCache& atoms) {
  if (data.atom() == atoms.utf8("none")) return refuse(BeamProblem::stripped, kStrippedElixir);
  if (!data.is(TermKind::tuple) || data.count == 0 || data.items()[0].atom() != atoms.utf8("elixir_v1"))
    return refuse(BeamProblem::damaged, "has debug information of an unknown version of Elixir");
  if (data.count < 2 || !data.items()[1].is(TermKind::map))
    return refuse(BeamProblem::damaged, "has damaged debug information");
  return BeamForms{SourceLanguage::elixir, data.items()[1], Term()};
}

// {debug_info_v1, Backend, Data}
tl::expected<BeamForms, BeamError> forms_of_debug_info(const Term& term, AtomCache& atoms) {
  if (!term.is_tuple(3) || term.items()[0].atom() != atoms.utf8("debug_info_v1")) {
    if (term.is(TermKind::tuple) && term.count > 0 &&
        term.items()[0].atom() == atoms.utf8("encrypted_debug_info")) {
      return refuse(BeamProblem::encrypted, "has encrypted debug information; pass the .erl file");
    }
    return refuse(BeamProblem::damaged, "has debug information of an unknown kind");
  }
  const Term& backend = term.items()[1];
  const Term& data = term.items()[2];
  if (backend.atom() == atoms.utf8("none")) return refuse(BeamProblem::stripped, kStripped);
  if (backend.atom() == atoms.utf8("elixir_erl")) return elixir_forms(data, atoms);
  if (backend.atom() != atoms.utf8("erl_abstract_code")) {
    return refuse(BeamProblem::other_language,
                  "is not compiled from Erlang or Elixir; only modules of these are analysed");
  }
  if (!data.is_tuple(2)) return refuse(BeamProblem::damaged, "has damaged debug information");
  const Term& forms = data.items()[0];
  if (forms.atom() == atoms.utf8("none")) return refuse(BeamProblem::stripped, kStripped);
  if (!forms.is(TermKind::list)) return refuse(BeamProblem::damaged, "has damaged debug information");
  return BeamForms{SourceLanguage::erlang, forms, data.items()[1]};
}

// {raw_abstract_v1, Forms} or no_abstract_code
tl::expected<BeamForms, BeamError> forms_of_abstract_code(const Term& term, AtomCache& atoms) {
  if (term.atom() == atoms.utf8("no_abstract_code")) return refuse(BeamProblem::stripped, kStripped);
  if (!term.is_tuple(2) || term.items()[0].atom() != atoms.utf8("raw_abstract_v1") ||
      !term.items()[1].is(TermKind::list)) {
    return refuse(BeamProblem::damaged, "has abstract code of an unknown version");
  }
  return BeamForms{SourceLanguage::erlang, term.items()[1], Term()};
}

}  // namespace

bool looks_like_beam(std::string_view bytes) {
  return bytes.starts_with("FOR1") || bytes.starts_with(kGzipMagic);
}

Result<std::vector<BeamChunk>> read_chunks(std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with("FOR1") || bytes.substr(8, 4) != "BEAM") {
    return fail("is not a compiled Erlang module");
  }
  size_t size = big_endian(bytes.substr(4));
  if (size + 8 > bytes.size()) return fail("is truncated: {} of {} bytes", bytes.size(), size + 8);
  bytes = bytes.substr(12, size - std::min<size_t>(size, 4));
  std::vector<BeamChunk> chunks;
  while (bytes.size() >= 8) {
    std::string_view id = bytes.substr(0, 4);
    size_t length = big_endian(bytes.substr(4));
    bytes.remove_prefix(8);
    if (length > bytes.size()) return fail("is damaged: chunk {} extends past the end of the file", id);
    chunks.push_back({id, bytes.substr(0, length)});
    bytes.remove_prefix(std::min((length + 3) & ~size_t{3}, bytes.size()));
  }
  return chunks;
}

tl::expected<BeamForms, BeamError> read_beam(std::string_view bytes, Arena& arena, AtomCache& atoms) {
  if (bytes.starts_with(kGzipMagic)) {
    Result<std::string> inflated = inflate_bounded(bytes, Wrapping::gzip);
    if (!inflated) return refuse(BeamProblem::damaged, inflated.error().message);
    bytes = arena.copy(std::string_view(*inflated));
  }
  Result<std::vector<BeamChunk>> chunks = read_chunks(bytes);
  if (!chunks) return refuse(BeamProblem::damaged, chunks.error().message);
  const BeamChunk* debug_info = nullptr;
  const BeamChunk* abstract_code = nullptr;
  for (const BeamChunk& chunk : *chunks) {
    if (chunk.id == "Dbgi") debug_info = &chunk;
    if (chunk.id == "Abst") abstract_code = &chunk;
  }
  const BeamChunk* chunk = debug_info != nullptr ? debug_info : abstract_code;
  if (chunk == nullptr || chunk->data.empty()) return refuse(BeamProblem::stripped, kStripped);
  if (chunk->data[0] == 0) {  // <<0, length of the mode, mode, ...>>
    return refuse(BeamProblem::encrypted, "has encrypted debug information; pass the .erl file");
  }
  Result<Term> term = decode_term(chunk->data, arena, atoms);
  if (!term) {
    return refuse(BeamProblem::damaged,
                  fmt::format("has damaged debug information: {}", term.error().message));
  }
  return debug_info != nullptr ? forms_of_debug_info(*term, atoms) : forms_of_abstract_code(*term, atoms);
}

}  // namespace dh::erlang
