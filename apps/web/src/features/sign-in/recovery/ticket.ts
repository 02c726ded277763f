/** State of an address that tells the first step that the ticket was not taken any more. */
export const TICKET_GONE = { ticketGone: true } as const;

export function isTicketGone(state: unknown): boolean {
  return Object(state).ticketGone === TICKET_GONE.ticketGone;
}

/**
 * The ticket between proving a phone and setting a new password. It is kept for the tab, so that a reload in between does no
 * harm; the server takes it once, for ten minutes.
 */
const STORED = 'resetTicket';

export function resetTicket(): string | null {
  return sessionStorage.getItem(STORED);
}

/** @param ticket null forgets it. */
export function keepResetTicket(ticket: string | null): void {
  if (ticket === null) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, ticket);
}
