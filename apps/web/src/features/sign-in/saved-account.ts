import { readLocalStorage } from '../../ui/local-storage.ts';

/** Local storage key of the account name saved on the user's request. The password is never saved. */
const STORAGE_KEY = 'loginForm';

export function readSavedAccount(): string | null {
  return readLocalStorage(STORAGE_KEY, (stored) => (typeof stored === 'string' ? stored : null));
}

/** @param account null deletes it */
export function saveAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(account));
}
