import type { HandlerDependencies } from '../app/handlers.ts';

/** For servers of tests that send no messages. */
export const NO_DELIVERY: HandlerDependencies['delivery'] = {
  channels: new Set(),
  webhookSecret: () => '',
  pushKey: null,
  allowsAddress: () => true,
};
