import { readNumber } from '../read-number.ts';

/** A number with a decimal point or comma; null for anything else. */
export function decimal(text: string): number | null {
  return readNumber(text.includes('.') ? text : text.replace(',', '.'));
}
