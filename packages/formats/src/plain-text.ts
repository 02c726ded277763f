const BREAKS = /<\s*(br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^>]*>/gi;
const TAGS =
  /<\/?\s*(a|b|big|body|br|center|div|em|font|h[1-6]|head|hr|html|i|img|li|link|meta|ol|p|pre|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)\b[^>]*>/gi;
const STYLES = /<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The words of a description that may be a piece of a web page, as KML allows (OGC 07-147r2, 9.1.3.10). Other text stays as it is. */
export function plainText(text: string): string {
  if (text.search(TAGS) === -1) return text.trim();
  return text
    .replace(STYLES, '')
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (found) => CHARACTERS[found] ?? found)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A name on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
