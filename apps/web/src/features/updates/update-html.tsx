import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import styles from './update-html.module.css';

/** Allowed HTML of an entry; the server has the same list. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'img'],
    ...['strong', 'em', 'code', 'pre', 'blockquote'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOW_DATA_ATTR: false,
};

/** Sanitises the HTML of an entry of the update log again, after the server did so when it was published. */
export function cleanHtml(html: string): string {
  const body = document.createElement('div');
  body.append(DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true }));
  for (const link of body.querySelectorAll('a')) {
    // Opens links in a new tab, without a reference to the console.
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return body.innerHTML;
}

export function UpdateHtml({ html }: { readonly html: string }) {
  const clean = useMemo(() => ({ __html: cleanHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className={styles.html} dangerouslySetInnerHTML={clean} />;
}
