/** What a command machine speaks: binary frames, sentences of BeiDou-2, sentences of BeiDou-3. */
export type BeidouDialect = '4.0' | '2.1' | 'BD-3';

export const BEIDOU_DIALECTS: readonly BeidouDialect[] = ['4.0', '2.1', 'BD-3'];

/** A binary frame has 21 bits for a card, a sentence of BeiDou-2 seven digits, one of BeiDou-3 eight. */
const MAX_CARD: Readonly<Record<BeidouDialect, number>> = {
  '4.0': 2 ** 21 - 1,
  '2.1': 9_999_999,
  'BD-3': 99_999_999,
};

/** Number of a card that is written with or without zeros before it; null: no card number of any dialect. */
export function parseCardNumber(text: string): number | null {
  if (!/^[0-9]{1,8}$/.test(text)) return null;
  const number = Number(text);
  return number > 0 ? number : null;
}

/** Whether two texts name the same card: `04207733` and `4207733` do. */
export function isSameCard(a: string, b: string): boolean {
  const number = parseCardNumber(a);
  return number !== null && number === parseCardNumber(b);
}

/** The number of a card that a dialect can address; null if it cannot. */
export function addressableCard(text: string, dialect: BeidouDialect): number | null {
  const number = parseCardNumber(text);
  return number !== null && number <= MAX_CARD[dialect] ? number : null;
}

/** A card with at least seven digits, as it is written in most places. */
export function formatCard(number: number): string {
  return String(number).padStart(7, '0');
}
