/** What a device sends a message for (IPC Outbound guide 2.0.5, table of message codes). */
const CODES = {
  0: 'position',
  2: 'locate-response',
  3: 'free-text',
  4: 'declare-sos',
  6: 'confirm-sos',
  7: 'cancel-sos',
  8: 'reference-point',
  10: 'start-track',
  11: 'track-interval',
  12: 'stop-track',
  13: 'unknown-contact',
  14: 'preset-1',
  15: 'preset-2',
  16: 'preset-3',
  17: 'map-share',
  20: 'mail-check',
  21: 'am-i-alive',
  64: 'encrypted-binary',
  65: 'pingback',
  66: 'binary',
  67: 'encrypted-pinpoint',
  68: 'encryption-negotiation',
  69: 'encryption-refused',
} as const;
const PREDEFINED = { from: 24, to: 63 } as const;

/** `predefined`: a text that the device and the server share; `unknown`: a code that the guide does not list. */
export type InreachCode = (typeof CODES)[keyof typeof CODES] | 'predefined' | 'unknown';

/** The name of a message code. */
export function inreachCodeOf(code: number): InreachCode {
  if (code >= PREDEFINED.from && code <= PREDEFINED.to) return 'predefined';
  return Object.entries(CODES).find(([number]) => Number(number) === code)?.[1] ?? 'unknown';
}
