/** State of an address that tells the first step that the ticket was not taken any more. */
export const RESET_TOKEN_EXPIRED = { ticketGone: true } as const;

export function isResetTokenExpired(state: unknown): boolean {
  return Object(state).ticketGone === RESET_TOKEN_EXPIRED.ticketGone;
}

/**
 * The ticket between proving a phone and setting a new password. It is kept for the tab, so that a reload in between does no
 * harm; the server takes it once, for ten minutes.
 */
const STORAGE_KEY = 'resetTicket';

export function readResetToken(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** @param token null forgets it. */
export function storeResetToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, token);
}
