const GBK = new TextDecoder('gbk');

/** Decodes a STRING of the standard (section 4.2: GBK) up to the first zero byte, trimmed. */
export function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return GBK.decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}
