import { readStored } from '../../ui/stored.ts';

/** Account name that the person asked to be remembered. The password never is. */
const STORED = 'loginForm';

export function rememberedAccount(): string | null {
  return readStored(STORED, (stored) => (typeof stored === 'string' ? stored : null));
}

/** @param account null forgets it. */
export function rememberAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, JSON.stringify(account));
}
