const STORED = 'linkCode';

/** The link code `t` with which this browser came: it names the branding and stays with every later address. */
export function linkCode(): string | null {
  return sessionStorage.getItem(STORED);
}

/** Keeps the link code of an address (`?t=...`), if it has one. */
export function keepLinkCode(search: string): void {
  const t = new URLSearchParams(search).get('t');
  if (t) sessionStorage.setItem(STORED, t);
}

/** The query string with the kept link code in it; null when it holds that already. */
export function withLinkCode(search: string, kept: string | null): string | null {
  if (kept === null) return null;
  const query = new URLSearchParams(search);
  if (query.get('t') === kept) return null;
  query.set('t', kept);
  return `?${query}`;
}
