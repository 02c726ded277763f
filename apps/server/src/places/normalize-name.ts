/** Letters of their own that people without that keyboard write otherwise; no mark can be taken off them. */
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

/** A text as names are compared: without regard to case, to marks on letters, and to how wide they are. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħı’ʻ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** How well a folded name answers folded keywords, the best first; null: not at all. */
export function rankMatch(name: string, keywords: string): number | null {
  const at = name.indexOf(keywords);
  if (at < 0) return null;
  if (at === 0) return name.length === keywords.length ? 0 : 1;
  return /[\s'-]/.test(name.charAt(at - 1)) ? 2 : 3;
}
