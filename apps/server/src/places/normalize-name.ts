/** Letters without a decomposition, by their common replacement on keyboards that lack them. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  '’': "'",
  ʻ: "'",
};

/** Normalizes a name for comparisons: ignores case, diacritics and character width. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħı’ʻ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The rank of a normalized name for normalized keywords, 0 is best; null when it does not match. */
export function rankMatch(name: string, keywords: string): number | null {
  const at = name.indexOf(keywords);
  if (at < 0) return null;
  if (at === 0) return name.length === keywords.length ? 0 : 1;
  return /[\s'-]/.test(name.charAt(at - 1)) ? 2 : 3;
}
