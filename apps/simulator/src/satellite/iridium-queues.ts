import type { MtConfirmation, MtRefusal } from '@wakeline/protocols/satellite/iridium/mt-confirmation';
import type { MobileTerminated } from '@wakeline/protocols/satellite/iridium/mt-message';

/** A message that waits for a device. */
export interface WaitingMessage {
  readonly mtmsn: number;
  readonly payload: Uint8Array;
  /** 1 (highest) to 5. */
  readonly priority: number;
}

const MAX_WAITING = 50;
const MAX_MTMSN = 65_535;
/** Bytes that a modem 9602 receives. */
const MAX_PAYLOAD = 270;

interface Device {
  waiting: WaitingMessage[];
  lastMtmsn: number;
}

/**
 * The queues of a simulated Iridium gateway: up to 50 messages for each device, as sections 7.2.3 and 7.2.6 of the Short
 * Burst Data Developers Guide 3.0 describe them.
 */
export class IridiumQueues {
  readonly #devices: ReadonlyMap<string, Device>;
  #lastId = 0;

  /** Knows only the given devices; others are refused. */
  constructor(imeis: Iterable<string>) {
    this.#devices = new Map([...imeis].map((imei) => [imei, { waiting: [], lastMtmsn: 0 }]));
  }

  /** The messages that wait for a device, in the order in which it will receive them. */
  waiting(imei: string): readonly WaitingMessage[] {
    return this.#devices.get(imei)?.waiting ?? [];
  }

  /** Queues a message, or does what its flags request. */
  accept(message: MobileTerminated): MtConfirmation {
    const { clientId, imei } = message;
    const result = this.#queue(message);
    const confirmation = { clientId, imei, automaticId: 0, place: null, refusal: null };
    if (typeof result === 'string') return { ...confirmation, refusal: result };
    return { ...confirmation, automaticId: ++this.#lastId, place: result };
  }

  /** The next message for a device, which then no longer waits; null: none. */
  take(imei: string): WaitingMessage | null {
    return this.#devices.get(imei)?.waiting.shift() ?? null;
  }

  #queue({ clientId, imei, flags, payload, priority }: MobileTerminated): number | MtRefusal {
    const device = this.#devices.get(imei);
    if (device === undefined) return 'unknown-imei';
    const isAssigned = flags.includes('assignMtmsn');
    if (flags.includes('ringAlert') && (payload.length > 0 || isAssigned)) return 'protocol-error';
    if (isAssigned && payload.length === 0) return 'payload-missing';
    if (isAssigned && (clientId < 1 || clientId > MAX_MTMSN)) return 'mtmsn-out-of-range';
    if (payload.length > MAX_PAYLOAD) return 'payload-too-large';
    if (flags.includes('flushQueue')) device.waiting = [];
    if (payload.length === 0) return 0;
    const { waiting } = device;
    if (waiting.length >= MAX_WAITING) {
      const lowest = Math.max(...waiting.map((other) => other.priority));
      if (!flags.includes('highPriority') || priority > lowest) return 'queue-full';
      waiting.splice(
        waiting.findIndex((other) => other.priority === lowest),
        1,
      );
    }
    if (!isAssigned) device.lastMtmsn = device.lastMtmsn >= MAX_MTMSN ? 1 : device.lastMtmsn + 1;
    const message = { mtmsn: isAssigned ? clientId : device.lastMtmsn, payload, priority };
    const behind = waiting.findIndex((other) => other.priority > priority);
    const place = behind < 0 ? waiting.length : behind;
    waiting.splice(place, 0, message);
    return place + 1;
  }
}
