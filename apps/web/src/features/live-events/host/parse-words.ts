/** The words of a text: one a line, or separated by commas; each once. */
export function parseWords(text: string): string[] {
  const words = text.split(/[\n,，、;；]/).map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== '');
}
