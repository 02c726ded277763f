import type { HandlerDependencies } from '../app/handlers.ts';
import { DELIVERED } from '../delivery/channels/channel.ts';

/** A server whose targets are reached without a network. */
export const NO_FORWARDING: HandlerDependencies['forwarding'] = {
  seal: { seal: (text) => Buffer.from(text), open: (sealed) => sealed.toString() },
  secret: () => 'whsec_',
  allowsAddress: () => false,
  openSender: () => ({ send: async () => DELIVERED, close: async () => undefined }),
};
