import type { ErrorName } from '@wakeline/contract/errors';

/** Ways through the door: account and password, a code by text message, and making an account. */
export type Panel = 'account' | 'code' | 'register';

/** Why another panel is shown than the one that the address asks for. */
const CLOSED_ERRORS: Readonly<Record<Exclude<Panel, 'account'>, ErrorName>> = {
  code: 'login-way-unavailable',
  register: 'registration-closed',
};

export interface PanelState {
  readonly panel: Panel;
  /** What the address asked for and is not there, as the server would refuse it; null: nothing. */
  readonly refused: ErrorName | null;
}

/**
 * The panel of an address (`?panel=code`). All but the first are there only while registration is open; until that
 * is known (null) the first stands there.
 */
export function panelOf(search: URLSearchParams, registrationOpen: boolean | null): PanelState {
  const requested = search.get('panel');
  if (requested !== 'code' && requested !== 'register') return { panel: 'account', refused: null };
  if (registrationOpen) return { panel: requested, refused: null };
  return { panel: 'account', refused: registrationOpen === null ? null : CLOSED_ERRORS[requested] };
}

/** The same address with another panel. Whatever else is in it stays: the wanted page, the link code. */
export function withPanel(search: URLSearchParams, panel: Panel): string {
  const query = new URLSearchParams(search);
  if (panel === 'account') query.delete('panel');
  else query.set('panel', panel);
  return query.size === 0 ? '' : `?${query}`;
}
