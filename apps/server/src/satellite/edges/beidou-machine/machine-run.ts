import { setTimeout as delay } from 'node:timers/promises';
import { levelBits, REGIONAL_BITS, URGENT_BITS } from '@wakeline/domain/satellite/beidou-capacity';
import { type BeidouDialect, isSameCard } from '@wakeline/domain/satellite/beidou-card';
import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import { takesMessages } from '@wakeline/domain/satellite/machine-conditions';
import type {
  BeamsEvent,
  BeidouEvent,
  CardEvent,
  FeedbackEvent,
  MessageEvent,
  ReceiptsEvent,
} from '@wakeline/protocols/satellite/beidou/event';
import type { ReceivedEvent } from '@wakeline/protocols/satellite/beidou/session';
import type { FastifyBaseLogger } from 'fastify';

import type { Clock } from '../../../clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { CountReceived } from '../../count-received.ts';
import { pauseLane, wakeLane } from '../../lanes.ts';
import { describeByMachine } from '../../machines.ts';
import type { CheckResult, ClaimedPart, GatewayOutcome } from '../../queue/gateway.ts';
import type { TerminalOutcome } from '../../receive/receive-from-terminal.ts';
import type { TerminalMessage } from '../../receive/terminal-message.ts';
import { recordEvidence } from '../../record-evidence.ts';
import { describeMachine } from './describe-machine.ts';
import { EventCounts } from './event-counts.ts';
import { Exchange } from './exchange.ts';
import { outcomeOfFeedback, outcomeOfRefusal } from './feedback-outcome.ts';
import { MachineLink } from './machine-link.ts';
import { type MachineState, SubordinateLists, UNKNOWN_MACHINE } from './machine-state.ts';
import { ReceiptQueries } from './receipt-queries.ts';
import type { BeidouMachineSettings } from './settings.ts';
import { isLaneIdle, isReceived, readAccountFrequency, storeMachine } from './store-machine.ts';
import { TaskQueue } from './task-queue.ts';
import { type KeyedMessage, toKeyedMessage, toKeyedPosition } from './terminal-messages.ts';

export interface BeidouMachineDependencies {
  readonly settings: BeidouMachineSettings;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly count: CountReceived;
  readonly receive: (tx: Tx, message: TerminalMessage) => Promise<TerminalOutcome>;
}

/** Name of the gateway, and of the lane of its one sending card. */
export const MACHINE = 'beidou-machine';

/** Milliseconds between two looks at deadlines, between requests for signs of life, and between looks for receipts. */
const TICK_MS = 1_000;
const BEAMS_MS = 60_000;
const RECEIPTS_MS = 5_000;
/** Milliseconds for the message in flight when the edge stops. */
const STOP_TIMEOUT_MS = 5_000;
/** Seconds between two messages of the usual civil card. */
const USUAL_FREQUENCY = 60;
/** Letters of requests for messages and for queries, in their feedback. */
const COMMANDS: Readonly<Record<BeidouDialect, readonly string[]>> = {
  '4.0': ['TXSQ'],
  '2.1': ['TXA', 'CXA'],
  'BD-3': ['TCQ'],
};

/** The dialogue with the command machine while this server is the engine. */
export class MachineRun {
  readonly #dependencies: BeidouMachineDependencies;
  readonly #link: MachineLink;
  readonly #tasks: TaskQueue;
  readonly #counts: EventCounts;
  readonly #exchange: Exchange;
  readonly #receipts = new ReceiptQueries();
  readonly #lists = new SubordinateLists();
  #state: MachineState = UNKNOWN_MACHINE;
  #stopTicking: () => void = () => undefined;
  /** Without feedback a message may have been sent: the card must pause. */
  #pauseUntil = Number.NEGATIVE_INFINITY;
  #beamsAt = Number.NEGATIVE_INFINITY;
  #receiptsAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: BeidouMachineDependencies) {
    const { settings, clock, log, count } = dependencies;
    this.#dependencies = dependencies;
    this.#link = new MachineLink(settings, clock, {
      connected: () => this.#onConnect(),
      received: (event) => this.#receive(event),
      disconnected: (reason) => this.#onDisconnect(reason),
    });
    this.#tasks = new TaskQueue(log, (isFull) => this.#link.setPaused(isFull));
    this.#counts = new EventCounts(log, count);
    this.#exchange = new Exchange((request) => this.#link.write(request));
  }

  get isReady(): boolean {
    return takesMessages(this.#state.condition);
  }

  start(): void {
    this.#saveState();
    this.#stopTicking = this.#dependencies.clock.every(TICK_MS, () => this.#tick());
    this.#link.open();
  }

  async stop(): Promise<void> {
    await Promise.race([this.#exchange.ended(), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.#stopTicking();
    this.#link.close();
    this.#onDisconnect('the server does not use it');
    await this.#tasks.stop();
  }

  check(): CheckResult {
    return describeMachine(this.#dependencies.settings, this.#state);
  }

  send(part: ClaimedPart): Promise<GatewayOutcome> {
    return this.#exchange.exclusively(() => this.#sendNow(part));
  }

  async #sendNow({ receiver, text, urgent, partId, attempt }: ClaimedPart): Promise<GatewayOutcome> {
    const { clock, settings } = this.#dependencies;
    const content = encodeText(text);
    if (content === null) return { state: 'failed', reason: 'not-encodable', detail: '' };
    const limit = this.#limit(urgent);
    if (content.bits > limit)
      return { state: 'failed', reason: 'too-long', detail: `${content.bits} of ${limit} bits` };
    const frequency = await this.#frequency();
    const writtenAt = clock.now();
    const waitMs = this.#pauseUntil - writtenAt;
    if (waitMs > 0)
      return { state: 'waiting', reason: 'frequency', detail: 'after a message without feedback', waitMs };
    const result = await this.#exchange.request(
      { type: 'message', receiver, urgent, receipt: settings.dialect === '4.0', content },
      (event) => this.#isFeedback(event),
      writtenAt,
    );
    if (result === 'offline') return { state: 'waiting', reason: 'offline', detail: '' };
    if (result === 'timeout' || result === 'lost') {
      this.#pauseUntil = clock.now() + frequency * 1_000;
      const detail =
        result === 'timeout' ? 'no feedback of the machine' : 'connection lost before the feedback';
      return { state: 'failed', reason: 'unknown-arrival', detail };
    }
    if (typeof result === 'string') return outcomeOfRefusal(result);
    if (result.type !== 'feedback') throw new TypeError(`${result.type} instead of feedback`);
    const providerId = `${partId}.${attempt}`;
    if (result.outcome === 'done')
      this.#receipts.add({ card: receiver, providerId, writtenAt, sentAt: clock.now() }, frequency);
    return outcomeOfFeedback(result, providerId, frequency);
  }

  #onConnect(): void {
    this.#change({ condition: 'silent', detail: 'connected; the machine has not responded yet' });
    this.#link.write({ type: 'card' });
    this.#requestBeams();
  }

  #onDisconnect(reason: string): void {
    this.#exchange.lose();
    this.#change({ condition: 'offline', detail: reason });
  }

  #receive({ event, raw }: ReceivedEvent): void {
    const { now } = this.#context();
    if (event.type === 'error') {
      this.#counts.countProblem(event.error, event.detail, now);
      return;
    }
    if (this.#state.condition === 'silent' && event.type !== 'card') this.#recover();
    if (event.type === 'card') this.#describe(event);
    else if (event.type === 'subordinates') this.#requestSubordinates(this.#lists.add(event));
    else if (event.type === 'message') this.#receiveMessage(event, raw);
    else if (event.type === 'position') this.#store(toKeyedPosition(event, raw, now));
    else if (event.type === 'feedback') this.#applyFeedback(event);
    else if (event.type === 'receipts') this.#applyReceipts(event);
    else if (event.type === 'beams') this.#applyBeams(event);
    else this.#counts.count('ignored');
  }

  #receiveMessage(event: MessageEvent, raw: Uint8Array): void {
    const context = this.#context();
    if (event.intact === false) this.#counts.countProblem('damaged', `from ${event.sender}`, context.now);
    else this.#store(toKeyedMessage(event, raw, context));
  }

  #describe(card: CardEvent): void {
    const { condition } = this.#state;
    if (card.card === null) this.#change({ card, condition: 'no-card', detail: '' });
    else if (condition === 'silent' || condition === 'no-card') this.#recover({ card });
    else this.#change({ card });
    this.#transact('storing the card of the command machine', (tx) =>
      describeByMachine(tx, { machine: MACHINE }),
    );
    this.#requestSubordinates(this.#lists.start(card));
  }

  #requestSubordinates(frame: number | null): void {
    if (frame !== null && this.#link.write({ type: 'subordinates', frame }) === null) return;
    this.#change({ subordinates: this.#lists.cards });
  }

  #store({ message, earlierKeys }: KeyedMessage): void {
    const { db, receive, clock } = this.#dependencies;
    this.#tasks.add('storing a message of the command machine', async () => {
      const outcome = await db
        .transaction()
        .execute(async (tx) => ((await isReceived(tx, earlierKeys)) ? 'duplicate' : receive(tx, message)));
      if (outcome === 'unknown-terminal')
        this.#counts.countProblem(outcome, `card ${message.cardNumber}`, clock.now());
      else this.#counts.count(outcome);
    });
  }

  #applyFeedback(event: FeedbackEvent): void {
    const { outcome } = event;
    if (outcome === 'done' && this.#state.condition !== 'ready')
      this.#change({ condition: 'ready', detail: '' });
    if (outcome === 'restrained' || outcome === 'silenced')
      this.#change({ condition: 'restrained', detail: outcome });
    if (outcome === 'unsilenced') this.#recover();
    if (outcome === 'no-card') this.#link.write({ type: 'card' });
    if (!this.#exchange.receive(event)) this.#counts.count('other-feedback');
  }

  #applyReceipts(event: ReceiptsEvent): void {
    this.#exchange.receive(event);
    for (const { providerId, receivedAt } of this.#receipts.match(event)) {
      const outcome = { state: 'delivered', at: this.#context().now, evidence: 'receipt' } as const;
      const detail = `receipt of ${new Date(receivedAt).toISOString().slice(0, 16)} UTC`;
      this.#transact('storing a receipt', (tx) =>
        recordEvidence(tx, { gateway: MACHINE, providerId, outcome, detail }),
      );
    }
  }

  #applyBeams({ power, regional }: BeamsEvent): void {
    const hasSignal = power.some((value) => value > 0) || regional.some((beam) => beam.power > 0);
    const { condition } = this.#state;
    if (!hasSignal && condition === 'ready') this.#change({ condition: 'no-signal', detail: '' });
    if (hasSignal && condition === 'no-signal') this.#recover();
  }

  #tick(): void {
    const { now } = this.#context();
    this.#exchange.expire(now);
    this.#counts.logDue(now);
    if (this.#state.condition === 'offline') return;
    if (now - this.#beamsAt >= BEAMS_MS) this.#requestBeams();
    if (!this.isReady || now - this.#receiptsAt < RECEIPTS_MS) return;
    const { settings, log } = this.#dependencies;
    const card = settings.receipts && settings.dialect !== 'BD-3' ? this.#receipts.next(now) : null;
    if (card === null) return;
    this.#receiptsAt = now;
    this.#exchange
      .exclusively(() => this.#queryReceipts(card))
      .catch((error: unknown) => log.warn({ err: error }, 'a query for receipts failed'));
  }

  /** A query uses the radio as a message does: it takes the turn of none, and the next message waits for it. */
  async #queryReceipts(card: string): Promise<void> {
    const { db, clock } = this.#dependencies;
    if (clock.now() < this.#pauseUntil || !(await isLaneIdle(db, MACHINE, clock.now()))) return;
    const until = clock.now() + (await this.#frequency()) * 1_000;
    await db.transaction().execute((tx) => pauseLane(tx, MACHINE, until));
    this.#receipts.noteQuery(card, clock.now());
    await this.#exchange.request(
      { type: 'messages', query: 'receipts', card },
      (event) =>
        event.type === 'receipts'
          ? isSameCard(event.card, card)
          : this.#isFeedback(event) && event.type === 'feedback' && event.outcome !== 'done',
      clock.now(),
    );
  }

  #requestBeams(): void {
    this.#beamsAt = this.#context().now;
    this.#link.write({ type: 'beams', interval: 0 });
  }

  #isFeedback(event: BeidouEvent): boolean {
    if (event.type !== 'feedback' || event.outcome === 'unsilenced') return false;
    return event.command === null || COMMANDS[this.#dependencies.settings.dialect].includes(event.command);
  }

  /** Bits of the longest message of the sending card. */
  #limit(urgent: boolean): number {
    const { card } = this.#state;
    if (this.#dependencies.settings.dialect === 'BD-3') return REGIONAL_BITS;
    if (urgent) return URGENT_BITS;
    return levelBits(card?.level ?? 0, card?.encrypted === true) ?? REGIONAL_BITS;
  }

  /** Seconds between two messages of the sending card. */
  async #frequency(): Promise<number> {
    const { card } = this.#state;
    const own = await readAccountFrequency(this.#dependencies.db, card?.card ?? null);
    const frequency = own ?? card?.frequency ?? 0;
    return frequency > 0 ? frequency : USUAL_FREQUENCY;
  }

  /** It can send again: what waits for that is due now. */
  #recover(changed: Partial<MachineState> = {}): void {
    this.#change({ ...changed, condition: 'ready', detail: '' });
    this.#transact('waking the queue of the command machine', (tx) =>
      wakeLane(tx, MACHINE, this.#context().now),
    );
  }

  #change(changed: Partial<MachineState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#saveState();
  }

  #saveState(): void {
    const state = this.#state;
    const { now } = this.#context();
    this.#transact('storing the state of the command machine', (tx) => storeMachine(tx, MACHINE, state, now));
  }

  #transact(label: string, work: (tx: Tx) => Promise<unknown>): void {
    this.#tasks.add(label, async () => {
      await this.#dependencies.db.transaction().execute(work);
    });
  }

  #context() {
    const { clock, settings } = this.#dependencies;
    const { card } = this.#state;
    return {
      now: clock.now(),
      dialect: settings.dialect,
      ownCard: card?.card ?? null,
      broadcast: card?.broadcast ?? null,
    };
  }
}
