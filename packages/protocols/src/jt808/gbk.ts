const GBK = new TextDecoder('gbk');

/** Decodes a STRING of the standard (section 4.2: GBK) up to the first zero byte, trimmed. */
export function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return GBK.decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}

/** The two bytes of each character, made from the decoder when the first text is written. */
let codes: ReadonlyMap<string, number> | null = null;
const FIRST_LEAD = 0x81;
const LAST_LEAD = 0xfe;
const FIRST_TRAIL = 0x40;

/** Encodes text as GBK, without an end mark. Throws RangeError for a character that GBK does not have. */
export function writeText(text: string): Buffer {
  if (/^[\x20-\x7e]*$/.test(text)) return Buffer.from(text, 'latin1');
  codes ??= readCodes();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0) < 0x80 ? character.charCodeAt(0) : codes.get(character);
    if (code === undefined)
      throw new RangeError(`GBK has no character U+${character.codePointAt(0)?.toString(16)}`);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Buffer.from(bytes);
}

function readCodes(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
    for (let trail = FIRST_TRAIL; trail <= LAST_LEAD; trail++) {
      const character = GBK.decode(Buffer.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd' && !found.has(character)) {
        found.set(character, (lead << 8) | trail);
      }
    }
  }
  return found;
}
