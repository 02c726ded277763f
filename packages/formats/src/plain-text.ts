/** No pattern matches beyond the next `<`, so that a text of many opening brackets takes linear time. */
const BREAKS = /<\s*(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi;
const TAGS =
  /<\/?\s*(?:a|b|big|body|br|center|div|em|font|h[1-6]|head|hr|html|i|img|li|link|meta|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)\b[^<>]*>/gi;
/** Elements whose content is not displayed. */
const HIDDEN_ELEMENTS = ['style', 'script', 'head'];
/** Maximum number of characters read of a name or description, far more than is stored. */
const MAX_CHARACTERS = 50_000;
const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of a description, which may be HTML in KML (OGC 07-147r2, 9.1.3.10). Plain text stays as it is. */
export function toPlainText(html: string): string {
  const text = html.slice(0, MAX_CHARACTERS);
  if (text.search(TAGS) === -1) return text.trim();
  return HIDDEN_ELEMENTS.reduce(removeElements, text)
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (found) => ENTITIES[found] ?? found)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function removeElements(text: string, name: string): string {
  const start = new RegExp(`<${name}\\b`, 'gi');
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  const retained: string[] = [];
  let from = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    end.lastIndex = found.index;
    if (end.exec(text) === null) break;
    retained.push(text.slice(from, found.index));
    from = end.lastIndex;
    start.lastIndex = from;
  }
  return retained.join('') + text.slice(from);
}

/** A name on a single line. */
export function toOneLine(text: string): string {
  return text.trimStart().slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
}
