import { jsonErrorPosition } from './json-error.ts';
import { lineAt } from './line-at.ts';
import { MapFileError } from './map-file-error.ts';

/**
 * The value of a JSON text.
 *
 * @throws MapFileError `malformed` with its line
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

/** Lists and objects in one another: GeoJSON has a dozen; a million of them keep the parser busy for seconds. */
const MAX_DEPTH = 128;

/** Where something lies too deep; null where nothing does. */
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

/** Where the members of the outermost object's list of that name begin, in their order: lines from 1. The text is JSON. */
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
