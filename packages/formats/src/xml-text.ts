const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser makes a line feed of it otherwise (XML 1.0, 2.11).
  '\r': '&#13;',
};

/** All but what XML 1.0 has as characters (2.2). */
const INVALID_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text for between tags, or in quotation marks; characters that XML cannot have are left out. */
export function escapeXml(text: string): string {
  return text.replace(INVALID_CHARACTERS, '').replace(/[&<>"\r]/g, (found) => ESCAPES[found] ?? found);
}

/** An element with text in it; nothing for no text. */
export function xmlElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

/** A number as XML Schema's decimal has it: no exponent. */
export function formatDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });
}
