/** A text for LIKE in which no character stands for others; the pattern says `escape '\\'`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}
