import sanitizeHtml from 'sanitize-html';

/** Elements after which a new line starts. */
const BLOCKS = ['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'pre', 'table', 'ul', 'ol'];
/** Quotes and what is not displayed. */
const REMOVED = ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'blockquote'];
const QUOTE_CLASSES = /\b(gmail_quote|yahoo_quoted|moz-cite-prefix)\b/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of an HTML e-mail without the quotes that mail programs mark. */
export function htmlToText(html: string): string {
  const cleaned = sanitizeHtml(html, {
    allowedTags: BLOCKS,
    allowedAttributes: {},
    nonTextTags: REMOVED,
    exclusiveFilter: ({ tag, attribs }) => tag === 'div' && QUOTE_CLASSES.test(attribs.class ?? ''),
  });
  return (
    cleaned
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<(?:br \/|\/(?!table|ul|ol)[a-z\d]+)>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      // The only entities that remain.
      .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
  );
}
