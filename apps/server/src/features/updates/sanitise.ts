import sanitizeHtml from 'sanitize-html';

/** Deeper nesting is flattened: no reader needs it, and browsers do not like it. */
const MAX_NESTING = 20;
/** Pages that are read again and again need not be looked through each time. */
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
  // What stands between these tags is no text to read.
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
 * What may be shown of an entry's HTML: headings, paragraphs, lists, tables, emphasis, code; links to http and https,
 * which open in a window of their own that knows nothing of ours; pictures from https or as PNG or JPEG in themselves.
 * Everything else (scripts, styles, classes, handlers, frames, forms) is left out. Done twice, it gives the same.
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

/** The address as a browser understands it (WHATWG URL), where it is a whole one, of these schemes, without a login. */
function webAddress(text: string | undefined, schemes: readonly string[]): string | null {
  const url = URL.parse(text ?? '');
  if (url === null || !schemes.includes(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return url.href;
}
