import { levelBits, REGIONAL_BITS, URGENT_BITS } from '@wakeline/domain/satellite/beidou-capacity';
import { type BeidouDialect, isSameCard } from '@wakeline/domain/satellite/beidou-card';
import type { EncodedText } from '@wakeline/domain/satellite/beidou-coding';
import { readContent } from '@wakeline/protocols/satellite/beidou/content';
import type { CardEvent, FeedbackOutcome, MessageEvent } from '@wakeline/protocols/satellite/beidou/event';
import { BeidouMachine, type MachineEvent } from '@wakeline/protocols/satellite/beidou/machine';
import {
  type PositionReport,
  writePositionReport,
} from '@wakeline/protocols/satellite/beidou/position-report';
import type { BeidouRequest, MessageRequest } from '@wakeline/protocols/satellite/beidou/request';
import type { Random } from '../movement/randomness.ts';
import { type BeidouFaults, FaultyOutput } from './beidou-faults.ts';
import { BeidouTerminal, secondsLeft } from './beidou-terminal.ts';

export interface MachineSettings {
  readonly dialect: BeidouDialect;
  /** Card of the machine. */
  readonly card: string;
  /** Address that reaches all subordinates. */
  readonly broadcast: string;
  readonly subordinates: readonly string[];
  /** Seconds between two messages of the machine. */
  readonly frequency: number;
  /** Seconds between two messages of a subordinate. */
  readonly subordinateFrequency: number;
  /** 1 to 4; without meaning for BeiDou-3. */
  readonly level: number;
  /** Minutes by which the clock of the machine is ahead of UTC. */
  readonly clockOffset: number;
  readonly faults: BeidouFaults;
  readonly random: Random;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Letters of a message request, in its feedback. */
const COMMANDS: Readonly<Record<BeidouDialect, string>> = { '4.0': 'TXSQ', '2.1': 'TXA', 'BD-3': 'TCQ' };
const SUBORDINATES_PER_LIST = 40;
const BEAM_POWER = [0, 4, 3, 0, 0, 1];
const REGIONAL_BEAMS = [{ beam: 14, power: 4 }];

/** A command machine with its subordinates and the satellite system between them. */
export class SimulatedMachine {
  readonly terminals: readonly BeidouTerminal[];
  readonly #settings: MachineSettings;
  readonly #codec: BeidouMachine;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #output: FaultyOutput;
  #lastSent = Number.NEGATIVE_INFINITY;
  #refusal: FeedbackOutcome | null = null;
  #newest: MessageEvent | null = null;

  /** @param send sends bytes to the server */
  constructor(settings: MachineSettings, send: (bytes: Uint8Array) => void) {
    this.#settings = settings;
    this.#send = send;
    const { dialect, card, clockOffset, faults, random } = settings;
    this.#codec = new BeidouMachine(dialect, card, clockOffset);
    this.#output = new FaultyOutput(faults, random, send);
    this.terminals = settings.subordinates.map(
      (subordinate) => new BeidouTerminal(subordinate, settings.subordinateFrequency),
    );
  }

  /** Responds to bytes of the server. */
  receive(bytes: Uint8Array): void {
    for (const input of this.#codec.receive(bytes)) {
      const event = input.type === 'request' ? this.#respond(input.request) : this.#feedback('failed', null);
      const isMessage = input.type === 'request' && input.request.type === 'message';
      if (!(isMessage && this.#output.happens(this.#settings.faults.loseFeedback))) this.#reply(event);
    }
  }

  /** Every further message is refused for a reason; null: no longer. */
  refuseWith(outcome: FeedbackOutcome | null): void {
    this.#refusal = outcome;
  }

  /**
   * A terminal sends content, by default to the machine, which also receives what its subordinates send to others. Returns
   * the seconds that it must wait; 0: sent.
   */
  sendFrom(card: string, content: EncodedText, receiver: string = this.#settings.card): number {
    const terminal = this.terminal(card);
    const now = this.#settings.now();
    const wait = terminal.startSending(now);
    if (wait > 0) return wait;
    const message: MessageEvent = {
      type: 'message',
      reception: 'ordinary',
      sender: terminal.card,
      receiver,
      sentAt: this.#settings.dialect === '2.1' ? null : now,
      content: readContent(content.coding, content.bytes, content.bits, this.#clock()),
      intact: true,
    };
    terminal.stored = { ...message, sentAt: now };
    this.#newest = terminal.stored;
    terminal.position = message.content.position ?? terminal.position;
    this.#output.send(this.#codec.encode(message, now));
    this.terminals
      .find((candidate) => candidate.hasCard(receiver))
      ?.arrive({ content, urgent: false, isBroadcast: false, at: now });
    return 0;
  }

  /** A terminal sends its position as "position report 1". Returns the seconds that it must wait; 0: sent. */
  sendPositionFrom(card: string, position: PositionReport): number {
    const bytes = writePositionReport(position, this.#settings.clockOffset);
    if (bytes === null) throw new RangeError('the position cannot be expressed');
    return this.sendFrom(card, { coding: 'code', bytes, bits: bytes.length * 8 });
  }

  terminal(card: string): BeidouTerminal {
    const terminal = this.terminals.find((candidate) => candidate.hasCard(card));
    if (terminal === undefined) throw new RangeError(`${card} is no subordinate`);
    return terminal;
  }

  close(): void {
    this.#output.close();
  }

  #respond(request: BeidouRequest): MachineEvent {
    switch (request.type) {
      case 'card':
        return this.#describeCard();
      case 'subordinates':
        return this.#listSubordinates(request.frame);
      case 'message':
        return this.#sendMessage(request);
      case 'position':
        return this.#findPosition(request.card);
      case 'messages':
        return this.#query(request);
      case 'beams':
        return { type: 'beams', power: BEAM_POWER, regional: REGIONAL_BEAMS };
      case 'self-test':
        return {
          type: 'self-test',
          cardState: 0,
          hardwareState: 0,
          battery: 100,
          restrained: false,
          silenced: false,
          power: BEAM_POWER,
        };
      case 'time':
        return { type: 'time', time: this.#settings.now() };
      case 'locate':
        return this.#feedback('no-signal', null);
    }
  }

  #sendMessage(request: MessageRequest): MachineEvent {
    const now = this.#settings.now();
    const outcome = this.#refusal ?? (this.#fits(request) ? null : 'failed');
    if (outcome !== null) return this.#feedback(outcome, null);
    const { faults, frequency } = this.#settings;
    const wait = this.#output.happens(faults.tooEarly)
      ? frequency
      : secondsLeft(this.#lastSent, frequency, now);
    if (wait > 0) return this.#feedback('too-early', wait);
    this.#lastSent = now;
    const isBroadcast = isSameCard(request.receiver, this.#settings.broadcast);
    for (const terminal of this.terminals) {
      if (!isBroadcast && !terminal.hasCard(request.receiver)) continue;
      if (this.#output.happens(faults.lose)) continue;
      terminal.arrive({ content: request.content, urgent: request.urgent, isBroadcast, at: now });
      if (!isBroadcast && !this.#output.happens(faults.loseReceipt)) terminal.addReceipt(now, now);
    }
    return this.#feedback('done', null);
  }

  #fits({ content, urgent }: MessageRequest): boolean {
    const { dialect, level } = this.#settings;
    if (dialect === 'BD-3') return content.bits <= REGIONAL_BITS;
    return content.bits <= (urgent ? URGENT_BITS : (levelBits(level, false) ?? 0));
  }

  #query(request: BeidouRequest & { type: 'messages' }): MachineEvent {
    if (request.query === 'newest') return this.#describeStored(this.#newest, 'stored');
    const terminal = this.terminals.find((candidate) => candidate.hasCard(request.card));
    if (request.query === 'by-sender')
      return this.#describeStored(terminal?.stored ?? null, 'stored-by-sender');
    return { type: 'receipts', card: request.card, receipts: terminal?.receipts ?? [] };
  }

  #describeStored(message: MessageEvent | null, reception: MessageEvent['reception']): MachineEvent {
    return message === null ? this.#feedback('failed', null) : { ...message, reception };
  }

  #findPosition(card: string): MachineEvent {
    const terminal = this.terminals.find((candidate) => candidate.hasCard(card));
    if (terminal?.position == null) return this.#feedback('failed', null);
    return { type: 'position', source: 'determined', card: terminal.card, position: terminal.position };
  }

  #describeCard(): CardEvent {
    const { card, broadcast, dialect, frequency, level } = this.#settings;
    return {
      type: 'card',
      card,
      serial: card.padStart(8, '0'),
      broadcast,
      kind: 0,
      frequency,
      level: dialect === 'BD-3' ? 5 : level,
      encrypted: false,
      subordinates: this.terminals.length,
      global: null,
    };
  }

  #listSubordinates(frame: number): MachineEvent {
    const from = (Math.max(1, frame) - 1) * SUBORDINATES_PER_LIST;
    const cards = this.terminals.slice(from, from + SUBORDINATES_PER_LIST).map(({ card }) => card);
    return { type: 'subordinates', total: this.terminals.length, cards };
  }

  #feedback(outcome: FeedbackOutcome, waitSeconds: number | null): MachineEvent {
    const { dialect, now } = this.#settings;
    return { type: 'feedback', command: COMMANDS[dialect], outcome, waitSeconds, time: now() };
  }

  /** Without faults: these answer a request over the line. */
  #reply(event: MachineEvent): void {
    this.#send(this.#codec.encode(event, this.#settings.now()));
  }

  #clock() {
    return { now: this.#settings.now(), offset: this.#settings.clockOffset };
  }
}
