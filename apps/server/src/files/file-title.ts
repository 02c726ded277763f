/** What no system takes in the name of a file, and what hides its end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it.
const FORBIDDEN_CHARACTERS = /[\\/:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What somebody typed, as the name of a file; empty where nothing of it can stay. */
export function fileTitle(typed: string): string {
  return typed
    .replace(FORBIDDEN_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
}
