import sanitizeHtml from 'sanitize-html';

/** Deeper nesting is flattened: readers do not need it, and browsers handle it badly. */
const MAX_NESTING = 20;
/** Sanitised entries in the cache: the same pages are read repeatedly. */
const MAX_CACHED = 40;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'img'],
    ...['strong', 'em', 'code', 'pre', 'blockquote'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
  allowedSchemesByTag: { a: ['http', 'https'], img: ['https', 'data'] },
  allowedSchemes: [],
  allowProtocolRelative: false,
  nestingLimit: MAX_NESTING,
  // The content of these tags is not readable text.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'template',
    'title',
    'xmp',
    'svg',
    'math',
  ],
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (_tag, { href }) => ({ tagName: 'a', attribs: linkAttributes(href) }),
    img: (_tag, { src, alt }) => ({ tagName: 'img', attribs: pictureAttributes(src, alt) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
};

const cache = new Map<string, string>();

/**
 * Allowed HTML of an entry: headings, paragraphs, lists, tables, emphasis, code; links to http and https, which open in
 * a new window without an opener; pictures from https, or embedded PNG and JPEG. Everything else (scripts, styles,
 * classes, handlers, frames, forms) is removed. The function is idempotent.
 */
export function sanitiseUpdate(html: string): string {
  const cached = cache.get(html);
  if (cached !== undefined) return cached;
  const clean = sanitizeHtml(html, OPTIONS);
  const oldest = cache.size >= MAX_CACHED ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(html, clean);
  return clean;
}

function linkAttributes(href: string | undefined): Record<string, string> {
  const address = webAddress(href, ['http:', 'https:']);
  return address === null ? {} : { href: address, rel: 'noopener noreferrer', target: '_blank' };
}

function pictureAttributes(src: string | undefined, alt: string | undefined): Record<string, string> {
  const isEmbedded = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/.test(src ?? '');
  const address = isEmbedded ? src : webAddress(src, ['https:']);
  return address === undefined || address === null ? {} : { src: address, alt: alt ?? '' };
}

/** The address as browsers parse it (WHATWG URL), if it is absolute, of these schemes and without credentials; else null. */
function webAddress(text: string | undefined, schemes: readonly string[]): string | null {
  const url = URL.parse(text ?? '');
  if (url === null || !schemes.includes(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return url.href;
}
