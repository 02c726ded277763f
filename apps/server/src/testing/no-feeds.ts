import type { HandlerDependencies } from '../app/handlers.ts';

/** For servers of tests without an engine. */
export const NO_FEEDS: HandlerDependencies['feeds'] = {
  state: { status: () => null, traffic: () => [] },
  token: () => '',
  allowsAddress: () => true,
  listenHost: null,
  listenPort: null,
};
