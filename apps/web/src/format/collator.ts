import type { Language } from '@wakeline/contract/entities/user-config';

type Compare = (a: string, b: string) => number;

const FIRST = 0x20;
const LAST = 0x7e;
/** Compares names as readers of a language expect: Chinese by pinyin, and "Boat 9" before "Boat 10". */
export function createNameComparator(language: Language): Compare {
  const locale = language === 'zh_CN' ? 'zh-CN' : 'en';
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const ranks = rankCharacters(locale);
  return (a, b) => compareAscii(a, b, ranks) ?? compare(a, b);
}

/** The order of the ASCII characters where case does not count; equal ranks compare as equal. */
function rankCharacters(locale: string): Uint8Array {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCharCode(FIRST + at));
  characters.sort(compare);
  const ranks = new Uint8Array(LAST + 1);
  let rank = 1;
  for (const [at, character] of characters.entries()) {
    const before = characters[at - 1];
    if (before !== undefined && compare(before, character) !== 0) rank += 1;
    ranks[character.charCodeAt(0)] = rank;
  }
  return ranks;
}

/**
 * Compares two names whose first difference is in ASCII characters, twenty times as fast as the collator: what they
 * have in common at the start does not count, whatever it is. Null where only the collator can decide.
 */
function compareAscii(a: string, b: string, ranks: Uint8Array): number | null {
  const common = Math.min(a.length, b.length);
  let start = 0;
  while (start < common && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (start > 0 && isDigit(a.charCodeAt(start - 1))) start -= 1;
  let [atA, atB] = [start, start];
  while (atA < a.length && atB < b.length) {
    const [codeA, codeB] = [a.charCodeAt(atA), b.charCodeAt(atB)];
    if (isDigit(codeA) && isDigit(codeB)) {
      const [endA, endB] = [endOfNumber(a, atA), endOfNumber(b, atB)];
      const difference = compareNumbers(a, atA, endA, b, atB, endB);
      if (difference !== 0) return difference;
      [atA, atB] = [endA, endB];
      continue;
    }
    const [rankA, rankB] = [ranks[codeA] ?? 0, ranks[codeB] ?? 0];
    if (rankA === 0 || rankB === 0) return null;
    if (rankA !== rankB) return rankA - rankB;
    atA += 1;
    atB += 1;
  }
  if (atA < a.length) return (ranks[a.charCodeAt(atA)] ?? 0) === 0 ? null : 1;
  if (atB < b.length) return (ranks[b.charCodeAt(atB)] ?? 0) === 0 ? null : -1;
  // They differ in case or leading zeros only.
  return a === b ? 0 : null;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Compares two numbers of any length. */
function compareNumbers(
  a: string,
  startA: number,
  endA: number,
  b: string,
  startB: number,
  endB: number,
): number {
  let [fromA, fromB] = [startA, startB];
  while (fromA < endA && a.charCodeAt(fromA) === 0x30) fromA += 1;
  while (fromB < endB && b.charCodeAt(fromB) === 0x30) fromB += 1;
  if (endA - fromA !== endB - fromB) return endA - fromA - (endB - fromB);
  for (; fromA < endA; fromA += 1, fromB += 1) {
    const difference = a.charCodeAt(fromA) - b.charCodeAt(fromB);
    if (difference !== 0) return difference;
  }
  return 0;
}
