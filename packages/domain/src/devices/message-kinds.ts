/**
 * What a message of a device does. `request`: answered at once, nothing to store (a heartbeat); `reply`: sent by the
 * server in response; `instruction`: sent by the server for a user; `receipt`: the answer to an instruction.
 */
export const MESSAGE_KINDS = [
  'identify',
  'register',
  'authenticate',
  'report',
  'request',
  'receipt',
  'photo',
  'recording',
  'sub-package',
  'logout',
  'error',
  'reply',
  'instruction',
] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];
