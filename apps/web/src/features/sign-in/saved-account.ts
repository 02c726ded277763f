import { readLocalStorage } from '../../ui/local-storage.ts';

/** Account name that the person asked to be remembered. The password never is. */
const STORAGE_KEY = 'loginForm';

export function readSavedAccount(): string | null {
  return readLocalStorage(STORAGE_KEY, (stored) => (typeof stored === 'string' ? stored : null));
}

/** @param account null forgets it. */
export function saveAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(account));
}
