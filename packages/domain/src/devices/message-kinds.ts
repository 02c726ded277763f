/**
 * What a message of a device does. `request`: answered at once, nothing to store (a heartbeat); `reply`: sent by the
 * server.
 */
export const MESSAGE_KINDS = [
  'identify',
  'register',
  'authenticate',
  'report',
  'request',
  'sub-package',
  'logout',
  'error',
  'reply',
] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];
