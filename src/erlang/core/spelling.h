// Names as people write them in the language of the code that a finding is about: ets:insert/2 in Erlang,
// :ets.insert/2 in Elixir.
#pragma once

#include <string>
#include <string_view>

#include "erlang/syntax/tree.h"

namespace dh::erlang {

// my_cache, 'odd name'; :my_cache, MyApp.Cache, nil
std::string spell_atom(SourceLanguage language, std::string_view name);
// my_cache:put/2; MyApp.Cache.put/2, :ets.insert/2
std::string spell_function(SourceLanguage language, std::string_view module, std::string_view name,
                           uint32_t arity);
// The same for a call: built-in functions without `erlang`, and by the names that Elixir has for them.
std::string spell_call(SourceLanguage language, std::string_view module, std::string_view name,
                       uint32_t arity);
// A sentence that names functions as Erlang does.
std::string spell_sentence(SourceLanguage language, std::string text);

}  // namespace dh::erlang
