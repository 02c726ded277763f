/**
 * A text as refused words are compared: compatibility forms (UAX 15, NFKC) in lower case, without spaces, punctuation and
 * invisible characters, so that `Ｓ p-a m` contains `spam`.
 */
export function normalizeForWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{P}\p{C}]/gu, '');
}

/** Words as they are compared, each once; those without letters or other content are dropped. */
export function normalizeWords(words: readonly string[]): readonly string[] {
  return [...new Set(words.map(normalizeForWords))].filter((word) => word !== '');
}

/** @param words as `normalizeWords` returns them */
export function hasRefusedWord(texts: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const normalized = texts.map(normalizeForWords);
  return words.some((word) => normalized.some((text) => text.includes(word)));
}
