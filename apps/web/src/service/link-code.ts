import { isScreenCode } from '@wakeline/contract/screens/screen-code';

const STORAGE_KEY = 'linkCode';

/** The link code `t` with which this browser arrived. It selects the branding and is added to every later address. */
export function getLinkCode(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/**
 * The link code of an address (`?t=...`) that is to be stored; null: it has none. The code of a screen link opens that one page
 * and stays in its address: it must not be added to others.
 */
export function findLinkCode(search: string): string | null {
  const t = new URLSearchParams(search).get('t');
  return t === '' || isScreenCode(t) ? null : t;
}

/** Stores the link code of an address, if it has one. */
export function storeLinkCode(search: string): void {
  const code = findLinkCode(search);
  if (code !== null) sessionStorage.setItem(STORAGE_KEY, code);
}

/** The query string with the stored link code added; null if it already contains it. */
export function addLinkCode(search: string, storedCode: string | null): string | null {
  if (storedCode === null) return null;
  const query = new URLSearchParams(search);
  if (query.get('t') === storedCode) return null;
  query.set('t', storedCode);
  return `?${query}`;
}
