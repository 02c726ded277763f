/** White space, then a mark, the beginning of a string, or a number or word (RFC 8259, 2 to 6). */
const TOKEN = /[ \t\n\r]*(?:([{}[\],:])|(")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What may come next. */
type Awaited = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

/** Where a text stops being JSON, in UTF-16 units: parsers say it of some faults only. Its length where it ends too early. */
export function jsonFault(text: string): number {
  const open: ('{' | '[')[] = [];
  let awaited: Awaited = 'value';
  TOKEN.lastIndex = 0;
  for (let from = 0; ; from = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    const after: Awaited | null = token === null ? null : next(awaited, token, open);
    if (after === null) {
      SPACE.lastIndex = from;
      SPACE.exec(text);
      return SPACE.lastIndex;
    }
    awaited = after;
    if (token?.[2] === undefined) continue;
    const end = endOfString(text, TOKEN.lastIndex);
    if (text[end] !== '"') return end;
    TOKEN.lastIndex = end + 1;
  }
}

/** Where a string ends that begins before `from`; where it goes wrong, if it does (RFC 8259, 7). */
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

/** Null for a token that may not come here. */
function next(awaited: Awaited, [, mark, string]: RegExpExecArray, open: ('{' | '[')[]): Awaited | null {
  const takesValue = awaited === 'value' || awaited === 'value or ]';
  const afterValue = (): Awaited => (open.length === 0 ? 'nothing' : ', or end');
  if (mark === undefined) {
    if (takesValue) return afterValue();
    return string !== undefined && (awaited === 'name' || awaited === 'name or }') ? ':' : null;
  }
  switch (mark) {
    case '{':
    case '[':
      if (!takesValue) return null;
      open.push(mark);
      return mark === '{' ? 'name or }' : 'value or ]';
    case '}':
      if (awaited !== 'name or }' && !(awaited === ', or end' && open.at(-1) === '{')) return null;
      open.pop();
      return afterValue();
    case ']':
      if (awaited !== 'value or ]' && !(awaited === ', or end' && open.at(-1) === '[')) return null;
      open.pop();
      return afterValue();
    case ',':
      if (awaited !== ', or end') return null;
      return open.at(-1) === '{' ? 'name' : 'value';
    default:
      return awaited === ':' ? 'value' : null;
  }
}
