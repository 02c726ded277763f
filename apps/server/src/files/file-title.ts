/** Characters that some system forbids in file names, and control characters that can hide the extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches.
const FORBIDDEN_CHARACTERS = /[\\/:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Converts typed text to a file name; empty if no character is allowed. */
export function fileTitle(typed: string): string {
  return typed
    .replace(FORBIDDEN_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
}
