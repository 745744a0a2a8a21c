// Colours for code: comments, strings, numbers and keywords, good enough for the few lines of an excerpt.
const syntax = (() => {
  const words = (text) => new Set(text.split(' '));
  const LANGUAGES = {
    java: {
      comment: /\/\/.*|\/\*.*?(?:\*\/|$)/, string: /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/,
      keywords: words('abstract boolean break byte case catch char class continue default do double else enum extends final '
        + 'finally float for if implements import instanceof int interface long native new null package private protected '
        + 'public record return short static super switch synchronized this throw throws transient try var void volatile '
        + 'while true false'),
    },
    erlang: {
      comment: /%.*/, string: /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/,
      keywords: words('after and andalso begin case catch div end fun if of or orelse receive rem try when xor not'),
    },
    elixir: {
      comment: /#.*/, string: /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|:\w[\w@?!]*/,
      keywords: words('after and case catch cond def defmacro defmacrop defmodule defp defstruct do else end false fn for if '
        + 'import in nil not or quote raise receive require rescue true try unless use when with'),
    },
    c: {
      comment: /\/\/.*|\/\*.*?(?:\*\/|$)/, string: /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/,
      keywords: words('alignas auto bool break case catch char class const constexpr continue default delete do double else enum '
        + 'explicit extern false float for friend if inline int long mutable namespace new noexcept nullptr operator private '
        + 'protected public return short signed sizeof static struct switch template this throw true try typedef typename union '
        + 'unsigned using virtual void volatile while'),
    },
    exo: {
      comment: /#.*/, string: /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/,
      keywords: words('and assert def else for from if import in not or pass return with fork par seq size index f32 f64 i8 i32 '
        + 'bool stride Barrier'),
    },
    smalltalk: {
      comment: /"[^"]*"?/, string: /'(?:''|[^'])*'?|#\w[\w:]*/,
      keywords: words('self super nil true false thisContext'),
    },
    smallir: { comment: /;.*/, string: /"[^"]*"?/, keywords: words('define declare call ret br label store load phi i1 i64 ptr') },
  };
  const TOKENS = {};
  for (const [name, rules] of Object.entries(LANGUAGES)) {
    TOKENS[name] = new RegExp(`(${rules.comment.source})|(${rules.string.source})|(\\b\\d[\\w.]*)|([\\p{L}_@$][\\w$]*)`, 'gu');
  }
  const span = (className, text) => {
    const element = document.createElement('span');
    element.className = className;
    element.textContent = text;
    return element;
  };
  // Strings and elements that together are the text.
  return (text, language) => {
    const rules = LANGUAGES[language];
    if (!rules || !text) return [text];
    const out = [];
    let at = 0;
    for (const match of text.matchAll(TOKENS[language])) {
      const [token, comment, string, number] = match;
      const kind = comment ? 'c' : string ? 's' : number ? 'n' : rules.keywords.has(token) ? 'k' : '';
      if (!kind) continue;
      if (match.index > at) out.push(text.slice(at, match.index));
      out.push(span(`t-${kind}`, token));
      at = match.index + token.length;
    }
    if (at < text.length) out.push(text.slice(at));
    return out;
  };
})();
