/** None of these looks beyond the next `<`: a text of nothing but beginnings is read in one go, too. */
const BREAKS = /<\s*(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi;
const TAGS =
  /<\/?\s*(?:a|b|big|body|br|center|div|em|font|h[1-6]|head|hr|html|i|img|li|link|meta|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)\b[^<>]*>/gi;
/** What stands in them is not for people. */
const NOT_WORDS = ['style', 'script', 'head'];
/** Characters of a name or a description that are looked at; nobody keeps a thousand. */
const MOST = 50_000;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The words of a description that may be a piece of a web page, as KML allows (OGC 07-147r2, 9.1.3.10). Other text stays as it is. */
export function plainText(whole: string): string {
  const text = whole.slice(0, MOST);
  if (text.search(TAGS) === -1) return text.trim();
  return NOT_WORDS.reduce(withoutElements, text)
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (found) => CHARACTERS[found] ?? found)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutElements(text: string, name: string): string {
  const begin = new RegExp(`<${name}\\b`, 'gi');
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  const kept: string[] = [];
  let from = 0;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    end.lastIndex = found.index;
    if (end.exec(text) === null) break;
    kept.push(text.slice(from, found.index));
    from = end.lastIndex;
    begin.lastIndex = from;
  }
  return kept.join('') + text.slice(from);
}

/** A name on one line. */
export function oneLine(text: string): string {
  return text.trimStart().slice(0, MOST).replace(/\s+/g, ' ').trim();
}
