import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { DirectIpFramer } from '@wakeline/protocols/satellite/iridium/framing';
import type {
  MobileOriginated,
  NetworkLocation,
} from '@wakeline/protocols/satellite/iridium/mobile-originated';
import { encodeMtConfirmation } from '@wakeline/protocols/satellite/iridium/mt-confirmation';
import { decodeMtMessage } from '@wakeline/protocols/satellite/iridium/mt-message';
import type { Random } from '../movement/randomness.ts';
import { IridiumQueues, type WaitingMessage } from './iridium-queues.ts';
import type { MoQueue } from './mo-queue.ts';

/** Seconds to the next attempts of DirectIP (section 6.2.2 of the guide). */
export const DIRECT_IP_RETRIES: readonly number[] = [1, 5, 10, 20, 30, 60, 120, 240, 360];
/** Seconds to the next attempts of Cloudloop: doubled each time. */
export const HTTP_RETRIES: readonly number[] = [2, 4, 8, 16, 32, 64, 128, 256, 512];

const MAX_MOMSN = 65_535;
/** A connection that sends no complete message is closed after this time, milliseconds. */
const IDLE_MS = 10_000;

/** Faults of messages to devices. */
export interface MtFaults {
  /** Share 0..1 of the messages that are queued, but whose confirmation is lost. */
  readonly lostConfirmation: number;
  readonly random: Random;
}

export const NO_MT_FAULTS: MtFaults = { lostConfirmation: 0, random: () => 1 };

/** What a device sends in a session. */
export interface Session {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Empty: a mailbox check. */
  readonly payload: Uint8Array;
  readonly location: NetworkLocation | null;
  /** False: the radio link breaks during the session. */
  readonly isCompleted: boolean;
}

/**
 * A simulated Iridium SBD gateway: sends the messages of its devices to a server, and accepts messages to devices by
 * DirectIP. A device receives the next message that waits for it in its next session; the server sees that by the MTMSN.
 */
export class IridiumGateway {
  readonly queues: IridiumQueues;
  readonly #outgoing: MoQueue;
  readonly #faults: MtFaults;
  readonly #momsn = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  #lastCdr: number;
  #server: Server | null = null;

  /** `outgoing` delivers to the server; `firstCdr` is the CDR reference of the first session. */
  constructor(imeis: Iterable<string>, outgoing: MoQueue, firstCdr: number, faults: MtFaults) {
    this.#faults = faults;
    this.queues = new IridiumQueues(imeis);
    this.#outgoing = outgoing;
    this.#lastCdr = firstCdr - 1;
  }

  /** Runs a session of a device. Returns the message that the device receives; null: none. */
  session(imei: string, { time, payload, location, isCompleted }: Session): WaitingMessage | null {
    const attempted = this.queues.waiting(imei)[0] ?? null;
    const momsn = this.#momsn.get(imei) ?? 0;
    if (isCompleted) this.#momsn.set(imei, (momsn + 1) % (MAX_MOMSN + 1));
    const message: MobileOriginated = {
      imei,
      cdrReference: ++this.#lastCdr,
      status: isCompleted ? 'completed' : 'link-lost',
      momsn,
      mtmsn: attempted?.mtmsn ?? 0,
      sessionTime: time,
      location,
      payload: isCompleted ? payload : new Uint8Array(0),
    };
    this.#outgoing.push(message);
    return isCompleted ? this.queues.take(imei) : null;
  }

  /** Listens for messages to devices, by default on a free port. Resolves to the port. */
  async listen(host: string, port = 0): Promise<number> {
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    server.listen({ host, port });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#outgoing.close();
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    if (server === null) return;
    server.close();
    await once(server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    const framer = new DirectIpFramer();
    socket.on('data', (chunk) => {
      framer.feed(chunk);
      const bytes = framer.next();
      if (bytes === null) return;
      const message = typeof bytes === 'string' ? bytes : decodeMtMessage(bytes);
      const confirmation =
        typeof message === 'string'
          ? {
              clientId: 0,
              imei: null,
              automaticId: 0,
              place: null,
              refusal: message === 'invalid-imei' ? ('invalid-imei' as const) : ('protocol-error' as const),
            }
          : this.queues.accept(message);
      // One message per connection.
      socket.removeAllListeners('data');
      const { lostConfirmation, random } = this.#faults;
      if (lostConfirmation > 0 && random() < lostConfirmation) socket.destroy();
      else socket.end(encodeMtConfirmation(confirmation));
    });
  }
}
