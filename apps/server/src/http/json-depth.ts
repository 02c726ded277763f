import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and what closes them (RFC 8259, section 2). */
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether lists and objects of a JSON text lie in each other more than `most` deep. Reads no further than it must, and builds nothing. */
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
 * Looks at a JSON text before anybody parses it: a parser builds, and may recurse into, whatever it is given.
 *
 * @throws NamedError `body-too-complex`
 */
export function checkDepth(text: string): void {
  if (isDeeperThan(text, LIMITS.bodyDepth)) throw new NamedError('body-too-complex');
}

/** Where the string that begins at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
