/** White space, then a mark, a string, or a number or word (RFC 8259, 2 to 7). */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

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
    if (after === null) return from + (/^[ \t\n\r]*/.exec(text.slice(from, from + 10_000))?.[0].length ?? 0);
    awaited = after;
  }
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
