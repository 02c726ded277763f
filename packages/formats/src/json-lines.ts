import { FileFault } from './file-fault.ts';
import { jsonFault } from './json-fault.ts';
import { lineAt } from './line-at.ts';

/**
 * The value of a JSON text.
 *
 * @throws FileFault `malformed` with its line
 */
export function parseJson(text: string): unknown {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const deep = tooDeep(plain);
  if (deep !== null) throw new FileFault('malformed', lineAt(plain, deep));
  try {
    return JSON.parse(plain);
  } catch {
    throw new FileFault('malformed', lineAt(plain, jsonFault(plain)));
  }
}

/** Lists and objects in one another: GeoJSON has a dozen; a million of them keep the parser busy for seconds. */
const DEEPEST = 128;

/** Where something lies too deep; null where nothing does. */
function tooDeep(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > DEEPEST) return at;
  }
  return null;
}

/** Where the members of the outermost object's list of that name begin, in their order: lines from 1. The text is JSON. */
export function linesOfMembers(text: string, list: string): readonly number[] {
  const lines: number[] = [];
  let [depth, line, listDepth, awaited] = [0, 1, 0, false];
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') line += 1;
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') continue;
    if (awaited && character !== ']') lines.push(line);
    awaited = character === ',' && depth === listDepth;
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) name = text.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth !== 2 || listDepth !== 0 || character !== '[' || name !== list) continue;
      listDepth = depth;
      awaited = true;
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
