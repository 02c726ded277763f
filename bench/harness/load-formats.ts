import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import { EndCounter, FlagCounter, LengthCounter, type ReplyCounter } from './reply-counter.ts';

/** What the load has to know about a protocol besides its encoder. */
export interface LoadFormat {
  /** Digits of the ids of its devices. */
  readonly idDigits: 11 | 15;
  /** Counts the acknowledgements of one connection; null: reports have none. */
  readonly createCounter: (() => ReplyCounter) | null;
  /** Whether devices wait for each reply: then one frame is in flight, whatever the window. */
  readonly waits?: true;
  /** Whether one frame, with one reply, can have several positions. */
  readonly batches?: true;
}

export const LOAD_FORMATS: Readonly<Record<ProtocolName, LoadFormat>> = {
  jt808: { idDigits: 11, createCounter: () => new FlagCounter(), batches: true },
  // 7878, length, number, serial (2), checksum (2), 0d0a.
  gt06: { idDigits: 15, createCounter: () => new LengthCounter(10) },
  // The number of accepted records.
  teltonika: { idDigits: 15, createCounter: () => new LengthCounter(4), batches: true },
  queclink: { idDigits: 15, createCounter: () => new EndCounter('$') },
  // Responses have no body. HTTP clients send nothing before the response.
  osmand: { idDigits: 15, createCounter: () => new EndCounter('\r\n\r\n'), waits: true, batches: true },
  meitrack: { idDigits: 15, createCounter: () => new EndCounter('\n'), batches: true },
  h02: { idDigits: 15, createCounter: () => new EndCounter('#') },
  tk103: { idDigits: 11, createCounter: null },
  watch: { idDigits: 15, createCounter: null },
  nmea: { idDigits: 15, createCounter: null },
};

/**
 * Ids of devices that the protocol can encode.
 *
 * @param first of 11 digits, which protocols with longer ids extend
 */
export function deviceIds(protocol: ProtocolName, first: number, count: number): readonly string[] {
  const { idDigits } = LOAD_FORMATS[protocol];
  return Array.from({ length: count }, (_, index) => String(first + index).padStart(idDigits, '8690'));
}
