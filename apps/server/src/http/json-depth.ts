import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and their closing counterparts (RFC 8259, section 2). */
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether lists and objects of a JSON text are nested more than `maxDepth` deep. Stops early and allocates nothing. */
export function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/**
 * Checks a JSON text before it is parsed, as a parser builds and may recurse into any depth.
 *
 * @throws NamedError `body-too-complex`
 */
export function checkDepth(text: string): void {
  if (isDeeperThan(text, LIMITS.bodyDepth)) throw new NamedError('body-too-complex');
}

/** Index of the end of the string that starts at `start`; the text's length if it is not terminated. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
