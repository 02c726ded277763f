import type { ErrorName } from '@wakeline/contract/errors';

/** Panels of the login page: account and password, code by text message, and registration. */
export type Panel = 'account' | 'code' | 'register';

/** Error of each panel while registration is closed. */
const CLOSED_ERRORS: Readonly<Record<Exclude<Panel, 'account'>, ErrorName>> = {
  code: 'login-way-unavailable',
  register: 'registration-closed',
};

export interface PanelState {
  readonly panel: Panel;
  /** Why the requested panel is not available, as the server would refuse it; null: it is. */
  readonly refused: ErrorName | null;
}

/**
 * The panel of an address (`?panel=code`). All but the first require open registration; until that is known (null) the
 * first is shown.
 */
export function panelOf(search: URLSearchParams, registrationOpen: boolean | null): PanelState {
  const requested = search.get('panel');
  if (requested !== 'code' && requested !== 'register') return { panel: 'account', refused: null };
  if (registrationOpen) return { panel: requested, refused: null };
  return { panel: 'account', refused: registrationOpen === null ? null : CLOSED_ERRORS[requested] };
}

/** The query string for another panel. Other parameters are kept: the requested page, the link code. */
export function withPanel(search: URLSearchParams, panel: Panel): string {
  const query = new URLSearchParams(search);
  if (panel === 'account') query.delete('panel');
  else query.set('panel', panel);
  return query.size === 0 ? '' : `?${query}`;
}
