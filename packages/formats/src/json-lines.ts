import { FileFault } from './file-fault.ts';

/**
 * The value of a JSON text.
 *
 * @throws FileFault `malformed` with its line
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    // V8 says where; of a text that ends too early it says nothing: that is its end.
    const at = /position (\d+)/.exec(String(error))?.[1];
    throw new FileFault('malformed', lineAt(text, at === undefined ? text.length : Number(at)));
  }
}

/** Where the members of the outermost object's list of that name begin, in their order: lines from 1. The text is JSON. */
export function linesOfMembers(text: string, list: string): readonly number[] {
  const lines: number[] = [];
  let [depth, line, listDepth] = [0, 1, 0];
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '\n':
        line += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (depth === 1) name = text.slice(at + 1, end);
        at = end;
        break;
      }
      case '{':
      case '[':
        if (depth === listDepth && listDepth > 0) lines.push(line);
        depth += 1;
        if (depth === 2 && listDepth === 0 && text[at] === '[' && name === list) listDepth = 2;
        break;
      case '}':
      case ']':
        depth -= 1;
        if (depth < listDepth) listDepth = Number.POSITIVE_INFINITY;
        break;
    }
  }
  return lines;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
