const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would normalize it to a line feed (XML 1.0, 2.11).
  '\r': '&#13;',
};

/** Characters that XML 1.0 does not allow (2.2). */
const INVALID_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text with none of these is escaped already; the expressions above take four times as long. */
const ESCAPABLE = /[&<>"\r\ud800-\udfff\ufffe\uffff]|[^\t\n\u0020-\uffff]/;

/** Escapes text for elements and attributes; characters that XML does not allow are removed. */
export function escapeXml(text: string): string {
  if (!ESCAPABLE.test(text)) return text;
  return text.replace(INVALID_CHARACTERS, '').replace(/[&<>"\r]/g, (found) => ESCAPES[found] ?? found);
}

/** An element with a text; nothing for an empty text. */
export function xmlElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

/** A number as decimal of XML Schema: without an exponent. */
export function formatDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });
}
