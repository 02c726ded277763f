import type { HandlerDependencies } from '../app/handlers.ts';

/** For servers of tests without an engine. */
export const NO_FEEDS: HandlerDependencies['feeds'] = {
  state: { status: async () => new Map(), traffic: async () => ({ list: [], total: 0 }) },
  token: () => '',
  allowsAddress: () => true,
  listenHost: null,
  listenPort: null,
};
