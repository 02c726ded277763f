import type { TextProblem } from './instruction-text.ts';

/**
 * A placeholder: `{name}`, then optionally a factor, a format and a text for when an optional value is not given.
 *
 * | example                       | writes                                                            |
 * | ----------------------------- | ----------------------------------------------------------------- |
 * | `{interval}`                  | the number                                                        |
 * | `{interval/60}`, `{day*60}`   | the number divided or multiplied, which must be whole             |
 * | `{interval:04}`               | at least four digits, with leading zeros                          |
 * | `{interval:x}`, `{interval:X4}` | hexadecimal, in small or capital letters, with a number of digits |
 * | `{latitude:.5}`               | five decimals                                                     |
 * | `{enabled:on=ON\|off=OFF}`    | a text for each value                                             |
 * | `{on}`, `{on:HH:MM}`          | a time: `0730`, `07:30`; also `HH` and `MM`                       |
 * | `{numbers:join;}`             | several values, separated by `;` instead of a comma               |
 * | `{seconds?20}`                | 20 if the value is not given                                      |
 *
 * `{{` and `}}` are the braces themselves.
 */
export interface Placeholder {
  /** As written, without the braces. */
  readonly source: string;
  readonly parameter: string;
  /** By which a number is multiplied and divided; null: neither. */
  readonly factor: { readonly multiply: number; readonly divide: number } | null;
  /** Empty: the usual one of the parameter. */
  readonly format: string;
  /** Null: none. */
  readonly fallback: string | null;
}

export type TextPart = string | Placeholder;

const PLACEHOLDER =
  /^(?<parameter>[A-Za-z]\w*)(?:(?<operator>[*/])(?<factor>[1-9]\d{0,6}))?(?::(?<format>[^?]*))?(?:\?(?<fallback>.*))?$/s;
/** Literal braces, a placeholder, or literal text; a brace that is none of them matches nothing. */
const TOKEN = /\{\{|\}\}|\{[^{}]*\}|[^{}]+/y;

/** Splits a text into its literal parts and placeholders, in order; or says where it cannot be read. */
export function parseText(text: string): readonly TextPart[] | TextProblem {
  const parts: TextPart[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return { reason: 'brace', at: null };
    if (found === '{{' || found === '}}') parts.push(found.charAt(0));
    else if (!found.startsWith('{')) parts.push(found);
    else {
      const placeholder = readPlaceholder(found.slice(1, -1));
      if (placeholder === null) return { reason: 'placeholder-format', at: found.slice(1, -1) };
      parts.push(placeholder);
    }
  }
  return parts;
}

function readPlaceholder(source: string): Placeholder | null {
  const { parameter, operator, factor, format, fallback } = PLACEHOLDER.exec(source)?.groups ?? {};
  if (parameter === undefined) return null;
  const number = Number(factor ?? 1);
  const scale = operator === '*' ? { multiply: number, divide: 1 } : { multiply: 1, divide: number };
  return {
    source,
    parameter,
    factor: operator === undefined ? null : scale,
    format: format ?? '',
    fallback: fallback ?? null,
  };
}
