/** Navigation state for the first step: the reset token was refused as expired. */
export const RESET_TOKEN_EXPIRED = { resetTokenExpired: true } as const;

export function isResetTokenExpired(state: unknown): boolean {
  return Object(state).resetTokenExpired === RESET_TOKEN_EXPIRED.resetTokenExpired;
}

/**
 * The reset token between the verification of the phone and the new password. Stored for the tab to survive a reload;
 * the server accepts it once, within ten minutes.
 */
const STORAGE_KEY = 'resetToken';

export function readResetToken(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** @param token null deletes it */
export function storeResetToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, token);
}
