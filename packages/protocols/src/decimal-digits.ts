const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
/** Up to this many characters, digits and scale are exact in a double, so their quotient is rounded once. */
const MAX_EXACT_LENGTH = 15;
const POWERS = Array.from({ length: MAX_EXACT_LENGTH }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Value of the digits between two offsets, with at most one decimal point among them; NaN if they are anything else.
 * The value is the one of `Number`, without a text for it: decoders of texts spend most of their time on numbers.
 */
export function readUnsigned(text: string, from: number, to: number): number {
  if (from >= to) return Number.NaN;
  let digits = 0;
  let decimals = -1;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO;
    else if (code === POINT && decimals === -1 && at > from && at + 1 < to) decimals = to - at - 1;
    else return Number.NaN;
  }
  if (to - from > MAX_EXACT_LENGTH) return Number(text.slice(from, to));
  return decimals === -1 ? digits : digits / (POWERS[decimals] ?? Number.NaN);
}

/** The same for a complete text that may begin with a minus. */
export function readDecimal(text: string): number {
  return text.startsWith('-') ? -readUnsigned(text, 1, text.length) : readUnsigned(text, 0, text.length);
}

/** Value of the two digits at an offset; NaN if they are none. */
export function readPair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const units = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/** Whether a text consists of exactly this number of digits. */
export function isDigits(text: string, count: number): boolean {
  if (text.length !== count) return false;
  for (let at = 0; at < count; at++) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
