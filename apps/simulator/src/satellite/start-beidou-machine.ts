import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type BeidouCoding, type EncodedText, encodeText } from '@wakeline/domain/satellite/beidou-coding';
import type { FeedbackOutcome } from '@wakeline/protocols/satellite/beidou/event';
import type { PositionReport } from '@wakeline/protocols/satellite/beidou/position-report';
import { seededRandom } from '../movement/randomness.ts';
import { type BeidouFaults, NO_BEIDOU_FAULTS } from './beidou-faults.ts';
import { type MachineSettings, SimulatedMachine } from './beidou-machine.ts';
import type { ArrivedMessage } from './beidou-terminal.ts';

export interface BeidouMachineOptions
  extends Pick<MachineSettings, 'dialect' | 'card' | 'subordinates'>,
    Partial<Omit<MachineSettings, 'dialect' | 'card' | 'subordinates' | 'faults' | 'random'>> {
  readonly faults?: Partial<BeidouFaults>;
  /** Same seed, same faults. */
  readonly seed?: string;
  /** Default: 127.0.0.1 and a free port. */
  readonly host?: string;
  readonly port?: number;
}

/** A command machine behind a serial-to-TCP converter, for tests and the demo. */
export interface BeidouMachinePeer {
  readonly port: number;
  /**
   * A subordinate sends a text, by default in its most compact coding. Returns the seconds that its card must wait; 0:
   * sent. Throws RangeError for an unknown card or a text that cannot be encoded.
   */
  sendText(card: string, text: string, coding?: BeidouCoding): number;
  /** @param receiver card to which the subordinate sends; the card of the machine by default */
  sendContent(card: string, content: EncodedText, receiver?: string): number;
  /** A subordinate sends its position as "position report 1". */
  sendPosition(card: string, position: PositionReport): number;
  /** All messages that arrived at a subordinate. */
  arrived(card: string): readonly ArrivedMessage[];
  /** The next message that arrives at a subordinate, or has arrived and was not taken yet. */
  take(card: string): Promise<ArrivedMessage>;
  /** Refuses further messages for a reason; null: accepts them again. */
  refuseWith(outcome: FeedbackOutcome | null): void;
  /** Further faults; those that are not given no longer occur. */
  setFaults(faults: Partial<BeidouFaults>): void;
  /** Number of open connections. */
  connections(): number;
  /** Closes all connections, as a converter does that lost its power. */
  cut(): void;
  close(): Promise<void>;
}

const DEFAULTS = {
  broadcast: '0001000',
  frequency: 60,
  subordinateFrequency: 0,
  level: 3,
  clockOffset: 0,
  now: Date.now,
};

/** Starts the machine. All connected servers receive what it sends, as from a serial line. */
export async function startBeidouMachine(options: BeidouMachineOptions): Promise<BeidouMachinePeer> {
  const { host = '127.0.0.1', port = 0, seed = 'beidou', faults, ...settings } = options;
  const sockets = new Set<Socket>();
  const currentFaults = { ...NO_BEIDOU_FAULTS, ...faults };
  const machine = new SimulatedMachine(
    {
      ...DEFAULTS,
      ...settings,
      faults: currentFaults,
      random: seededRandom(seed),
    },
    (bytes) => {
      for (const socket of sockets) socket.write(bytes);
    },
  );
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('data', (bytes) => machine.receive(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    sendText: (card, text, coding) => {
      const content = encodeText(text, coding ?? null);
      if (content === null) throw new RangeError(`not encodable: ${text}`);
      return machine.sendFrom(card, content);
    },
    sendContent: (card, content, receiver) => machine.sendFrom(card, content, receiver),
    sendPosition: (card, position) => machine.sendPositionFrom(card, position),
    arrived: (card) => machine.terminal(card).arrived,
    take: (card) => machine.terminal(card).take(),
    refuseWith: (outcome) => machine.refuseWith(outcome),
    setFaults: (changed) => {
      Object.assign(currentFaults, NO_BEIDOU_FAULTS, changed);
    },
    connections: () => sockets.size,
    cut,
    close: () =>
      new Promise((resolve) => {
        machine.close();
        server.close(() => resolve());
        cut();
      }),
  };
}
