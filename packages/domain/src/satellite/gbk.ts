// The packages of this folder are compiled without the types of a browser or of Node; both have this class.
declare const TextDecoder: new (label: 'gbk') => { decode(bytes: Uint8Array): string };

const GBK = new TextDecoder('gbk');
const FIRST_LEAD = 0x81;
const LAST_LEAD = 0xfe;
const FIRST_TRAIL = 0x40;
/** Code points without an assigned character: the user-defined areas of GBK. */
const PRIVATE_USE = /[\ue000-\uf8ff]/;
const REPLACEMENT = '\ufffd';

/** The code of each character, made from the decoder when the first text is encoded. */
let codes: ReadonlyMap<string, number> | null = null;

/** Decodes GBK (and the four-byte codes of GB18030); what cannot be decoded becomes U+FFFD. */
export function decodeGbk(bytes: Uint8Array): string {
  return GBK.decode(bytes);
}

/** Decodes GBK; null if some of the bytes are no characters. */
export function decodeGbkStrictly(bytes: Uint8Array): string | null {
  const text = GBK.decode(bytes);
  return text.includes(REPLACEMENT) ? null : text;
}

/**
 * Decodes GBK that a device sent as text: without the zero bytes that pad its end. Null if some of the bytes are no
 * characters, or control characters other than line ends and tabs, so binary data.
 */
export function decodeGbkText(bytes: Uint8Array): string | null {
  const text = decodeGbkStrictly(bytes)?.replace(/\0+$/, '') ?? null;
  return text !== null && /(?![\t\n\r])\p{Cc}/u.test(text) ? null : text;
}

/** The code of one character: below 0x80 for ASCII, otherwise two bytes. Null if GBK has no such character. */
export function gbkCode(character: string): number | null {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return point;
  codes ??= readCodes();
  return codes.get(character) ?? null;
}

/** Encodes text; the characters must have codes (`findUnencodable`). Throws RangeError for one that has none. */
export function encodeGbk(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = gbkCode(character);
    if (code === null)
      throw new RangeError(`GBK has no character U+${character.codePointAt(0)?.toString(16)}`);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** The characters of a text that GBK lacks, each once, in their order. */
export function findUnencodable(text: string): readonly string[] {
  return [...new Set(text)].filter((character) => gbkCode(character) === null);
}

/** Single bytes and two-byte codes only: receivers of GBK cannot read the four-byte codes of GB18030. */
function readCodes(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
    for (let trail = FIRST_TRAIL; trail <= LAST_LEAD; trail++) {
      const character = GBK.decode(Uint8Array.of(lead, trail));
      const isAssigned =
        [...character].length === 1 && character !== REPLACEMENT && !PRIVATE_USE.test(character);
      if (isAssigned && !found.has(character)) found.set(character, (lead << 8) | trail);
    }
  }
  return found;
}
