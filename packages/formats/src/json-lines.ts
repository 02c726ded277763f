import { jsonErrorPosition } from './json-error.ts';
import { lineAt } from './line-at.ts';
import { MapFileError } from './map-file-error.ts';

/**
 * Parses a JSON text.
 *
 * @throws MapFileError `malformed` with the line
 */
export function parseJson(text: string): unknown {
  const withoutBom = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tooDeepAt = findTooDeep(withoutBom);
  if (tooDeepAt !== null) throw new MapFileError('malformed', lineAt(withoutBom, tooDeepAt));
  try {
    return JSON.parse(withoutBom);
  } catch {
    throw new MapFileError('malformed', lineAt(withoutBom, jsonErrorPosition(withoutBom)));
  }
}

/** Maximum nesting of lists and objects: GeoJSON has a dozen levels; a million would keep the parser busy for seconds. */
const MAX_DEPTH = 128;

/** The position at which the nesting is too deep; null: nowhere. */
function findTooDeep(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) return at;
  }
  return null;
}

/** Lines (from 1) in which the members of a list of the outermost object start. The text must be valid JSON. */
export function findMemberLines(text: string, list: string): readonly number[] {
  const lines: number[] = [];
  let [depth, line, listDepth, expectsMember] = [0, 1, 0, false];
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') line += 1;
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') continue;
    if (expectsMember && character !== ']') lines.push(line);
    expectsMember = character === ',' && depth === listDepth;
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) name = text.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth !== 2 || listDepth !== 0 || character !== '[' || name !== list) continue;
      listDepth = depth;
      expectsMember = true;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (listDepth > 0 && depth < listDepth) return lines;
    }
  }
  return lines;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
