/** White space, then punctuation, the start of a string, or a number or literal (RFC 8259, 2 to 6). */
const TOKEN = /[ \t\n\r]*(?:([{}[\],:])|(")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The tokens that are valid next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

/**
 * The position of the first syntax error in UTF-16 units, which parsers report only for some errors. The length if the
 * text ends early.
 */
export function jsonErrorPosition(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  TOKEN.lastIndex = 0;
  for (let from = 0; ; from = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    const after: Expected | null = token === null ? null : nextExpected(expected, token, open);
    if (after === null) {
      SPACE.lastIndex = from;
      SPACE.exec(text);
      return SPACE.lastIndex;
    }
    expected = after;
    if (token?.[2] === undefined) continue;
    const end = endOfString(text, TOKEN.lastIndex);
    if (text[end] !== '"') return end;
    TOKEN.lastIndex = end + 1;
  }
}

/** The end of a string that starts before `from`, or the position of an error in it (RFC 8259, 7). */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"' && (text[at] ?? '') >= ' ') {
    ESCAPE.lastIndex = at;
    if (text[at] !== '\\') at += 1;
    else if (ESCAPE.test(text)) at = ESCAPE.lastIndex;
    else return at;
  }
  return at;
}

/** Null for a token that is not valid here. */
function nextExpected(
  expected: Expected,
  [, punctuator, string]: RegExpExecArray,
  open: ('{' | '[')[],
): Expected | null {
  const takesValue = expected === 'value' || expected === 'value or ]';
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : ', or end');
  if (punctuator === undefined) {
    if (takesValue) return afterValue();
    return string !== undefined && (expected === 'name' || expected === 'name or }') ? ':' : null;
  }
  switch (punctuator) {
    case '{':
    case '[':
      if (!takesValue) return null;
      open.push(punctuator);
      return punctuator === '{' ? 'name or }' : 'value or ]';
    case '}':
      if (expected !== 'name or }' && !(expected === ', or end' && open.at(-1) === '{')) return null;
      open.pop();
      return afterValue();
    case ']':
      if (expected !== 'value or ]' && !(expected === ', or end' && open.at(-1) === '[')) return null;
      open.pop();
      return afterValue();
    case ',':
      if (expected !== ', or end') return null;
      return open.at(-1) === '{' ? 'name' : 'value';
    default:
      return expected === ':' ? 'value' : null;
  }
}
