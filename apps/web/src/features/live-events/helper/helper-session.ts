/** The sign-in of a helper on this phone. It stays when the browser is closed: a race lasts all day. */
const KEY = 'wakeline.matchHelper';

export function storeHelperToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
}

/** Null: not signed in. */
export function readHelperToken(): string | null {
  return localStorage.getItem(KEY);
}
