/** The session of the person at a terminal: it ends with the tab. */
export interface TerminalSession {
  readonly token: string;
  readonly bdUserName: string;
  readonly cardNumber: string;
}

const KEY = 'wakeline.terminal';

export function storeTerminalSession(session: TerminalSession | null): void {
  if (session === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

export function readTerminalSession(): TerminalSession | null {
  try {
    const { token, bdUserName, cardNumber } = Object(
      JSON.parse(sessionStorage.getItem(KEY) ?? 'null'),
    ) as Record<string, unknown>;
    if (typeof token !== 'string' || typeof bdUserName !== 'string' || typeof cardNumber !== 'string')
      return null;
    return { token, bdUserName, cardNumber };
  } catch {
    // Not written by this page.
    return null;
  }
}
