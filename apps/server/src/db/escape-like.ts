/** Escapes the wildcards in a text for LIKE; the pattern must have `escape '\\'`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}
