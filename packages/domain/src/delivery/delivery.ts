/** Ways by which notices leave the server. */
export const DELIVERY_CHANNELS = ['email', 'sms', 'webhook', 'push'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/**
 * - `waiting`: for its time, or for the next attempt.
 * - `sending`: a worker has it until its lease ends.
 * - `delivered`: the other side accepted it.
 * - `failed`: a dead letter. A user can send it again.
 * - `dropped`: nothing of it applies any more: handled in time, deleted, or no longer visible to the recipient.
 */
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed, or a message was dropped. The console has a text for each. */
export const DELIVERY_REASONS = [
  'not-configured',
  'not-confirmed',
  'unsubscribed',
  'connection-failed',
  'timeout',
  'tls-failed',
  'address-refused',
  'redirected',
  'rejected',
  'busy',
  'gone',
  'no-browser',
  'interrupted',
  'internal',
  'handled',
  'nothing-left',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/**
 * What a message contains. `code`: confirms an address. `escalation`: tier 2 of a task was notified. `report`: a scheduled
 * report, or why it failed.
 */
export const DELIVERY_KINDS = ['notices', 'code', 'test', 'escalation', 'report'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** Times in minutes for which notices are collected to one message; 0: none. */
export const DIGEST_MINUTES = [0, 15, 60, 240, 1_440] as const;
