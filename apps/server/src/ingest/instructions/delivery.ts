// Length: the states of an instruction depend on each other, and on those of its device.
import { isExpired } from '@wakeline/domain/devices/validity';
import type { ReceiptEvent, SessionEvent } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { type Claim, claimNext, type WaitingInstruction } from '../../instructions/claim.ts';
import { adoptSent, readSent, readWaitingTrackers } from '../../instructions/open-instructions.ts';
import {
  expireInstructions,
  type InstructionOutcome,
  isCorrectable,
  storeOutcomes,
} from '../../instructions/outcomes.ts';
import { hasSecrets } from '../../instructions/secrets.ts';
import type { RegisteredTracker } from '../registry.ts';
import { encodeWaiting } from './encode-waiting.ts';
import {
  applyDisconnect,
  applyReceipt,
  applyReconnect,
  applyTimeout,
  type Outstanding,
  WITHOUT_RECEIPT,
} from './outstanding.ts';
import type { InstructionPeer } from './peer.ts';
import { RecentFailures } from './recent-failures.ts';

/** Devices whose next instructions are taken in one transaction. */
const MAX_CLAIMED = 500;
/** Milliseconds between two checks for missing receipts, and between two for expired instructions. */
const CHECK_INTERVAL = 1_000;
const EXPIRY_INTERVAL = 10_000;
/** Between two looks for what gateways have sent that ended since. */
const ADOPT_INTERVAL = 5_000;
/** Consoles of an account reload their lists at most this often. */
const PUBLISH_INTERVAL = 500;
/**
 * A connection without traffic for longer may have lost its address translation on the way: the instruction then waits for
 * the next message of the device.
 */
const MAX_INACTIVITY = 3 * 60_000;
/** Serials are 1 to 65535. */
const SERIALS = 65_535;

export interface DeliveryDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly findTracker: (trackerId: number) => RegisteredTracker | undefined;
  readonly passwordOf: (tracker: RegisteredTracker) => string;
  /** Of this process in a cluster, so that others do not decide about what it sent; null: there is only one. */
  readonly memberId: string | null;
  /** Counts instructions that ended. */
  readonly count: (outcome: 'succeeded' | 'failed') => void;
}

/** An instruction that is stored as sent and now written to the connection. */
interface Sending {
  readonly outstanding: Outstanding;
  readonly bytes: Uint8Array;
  /** Whether a user entered a password that the bytes contain. */
  readonly isSecret: boolean;
}

interface ConnectedDevice {
  readonly peer: InstructionPeer;
  /** The id with which the device identified itself. */
  readonly deviceId: string;
}

/**
 * Sends waiting instructions to the devices that are connected to this server, one at a time per device and in order, and
 * stores their receipts. `docs/development/instructions.md` has the states and what happens after a crash.
 */
export class InstructionDelivery {
  readonly #dependencies: DeliveryDependencies;
  readonly #devices = new Map<number, ConnectedDevice>();
  /** Devices for which instructions wait in the database. */
  readonly #waiting = new Set<number>();
  /** Of these, devices to which one can be sent now. */
  readonly #ready = new Set<number>();
  readonly #outstanding = new Map<number, Outstanding>();
  readonly #recentFailures = new RecentFailures();
  /** Reported as waiting since the current claim began, which may not have seen their rows. */
  #announced = new Set<number>();
  #outcomes: { readonly outstanding: Outstanding; readonly outcome: InstructionOutcome }[] = [];
  readonly #changedAccounts = new Set<number>();
  #isClaiming = false;
  #isStoring = false;
  #isScheduled = false;
  #mustReload = false;
  #isStopped = false;

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Loads what is open. Call it before the first device connects. */
  async load(): Promise<void> {
    const { db } = this.#dependencies;
    for (const trackerId of await readWaitingTrackers(db, null)) this.#waiting.add(trackerId);
    await this.#loadSent();
  }

  /** Starts the checks. Returns a function that stops everything. */
  start(): () => void {
    const { clock } = this.#dependencies;
    const stops = [
      clock.every(CHECK_INTERVAL, () => this.#check()),
      clock.every(EXPIRY_INTERVAL, () => void this.#run('expiring instructions', () => this.#expire())),
      clock.every(ADOPT_INTERVAL, () => {
        if (this.#dependencies.memberId !== null)
          void this.#run('taking over instructions', () => this.#loadSent());
      }),
      clock.every(PUBLISH_INTERVAL, () => void this.#run('publishing instructions', () => this.#publish())),
    ];
    return () => {
      this.#isStopped = true;
      for (const stop of stops) stop();
    };
  }

  /** Instructions of the account were stored. */
  async refresh(accountId: number): Promise<void> {
    for (const trackerId of await readWaitingTrackers(this.#dependencies.db, accountId)) {
      this.#waiting.add(trackerId);
      this.#announced.add(trackerId);
      this.#makeReady(trackerId);
    }
  }

  /** A device that may report sent something valid over this connection. */
  noteUplink(trackerId: number, deviceId: string, peer: InstructionPeer): void {
    if (this.#devices.get(trackerId)?.peer !== peer) {
      this.#devices.set(trackerId, { peer, deviceId });
      const outstanding = this.#outstanding.get(trackerId);
      const result = outstanding === undefined ? null : applyReconnect(outstanding, peer);
      if (outstanding !== undefined && result !== null) this.#decide(outstanding, result);
    }
    if (this.#waiting.has(trackerId)) this.#makeReady(trackerId);
  }

  /** The connection of these devices ended. */
  detach(peer: InstructionPeer, trackerIds: Iterable<number>): void {
    const now = this.#dependencies.clock.now();
    for (const trackerId of trackerIds) {
      if (this.#devices.get(trackerId)?.peer !== peer) continue;
      this.#devices.delete(trackerId);
      const outstanding = this.#outstanding.get(trackerId);
      if (outstanding === undefined || outstanding.isDecided) continue;
      const result = applyDisconnect(outstanding, now);
      if (result !== null) this.#decide(outstanding, result);
    }
  }

  /**
   * Whether it is a receipt of a device that uses another connection: it may be forged. A device that reconnected logs in
   * or reports before it sends the receipt of an earlier connection.
   */
  isForeign({ type }: SessionEvent, tracker: RegisteredTracker | null, peer: InstructionPeer): boolean {
    if (type !== 'receipt' || tracker === null) return false;
    return (this.#devices.get(tracker.trackerId)?.peer ?? peer) !== peer;
  }

  receive(trackerId: number, event: ReceiptEvent): void {
    const now = this.#dependencies.clock.now();
    const outstanding = this.#outstanding.get(trackerId);
    const result =
      outstanding === undefined || outstanding.isDecided ? null : applyReceipt(outstanding, event, now);
    if (outstanding !== undefined && result !== null) this.#decide(outstanding, result);
    else {
      const late = this.#recentFailures.take(trackerId, event, now);
      if (late !== null) this.#addOutcome(late.outstanding, late.result);
    }
  }

  /** The tracker was removed; the database has deleted its instructions. */
  evict(trackerId: number): void {
    this.#devices.delete(trackerId);
    this.#waiting.delete(trackerId);
    this.#ready.delete(trackerId);
    this.#outstanding.delete(trackerId);
    this.#recentFailures.delete(trackerId);
  }

  #makeReady(trackerId: number): void {
    if (!this.#canSend(trackerId)) return;
    this.#ready.add(trackerId);
    this.#schedule();
  }

  #canSend(trackerId: number): boolean {
    const device = this.#devices.get(trackerId);
    const tracker = this.#dependencies.findTracker(trackerId);
    if (device === undefined || tracker === undefined || this.#outstanding.has(trackerId)) return false;
    const now = this.#dependencies.clock.now();
    return now - device.peer.lastSeenAt <= MAX_INACTIVITY && !isExpired(tracker.validUntil, now);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClaiming || this.#isStopped || this.#ready.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run('sending instructions', () => this.#claim());
    });
  }

  async #claim(): Promise<void> {
    if (this.#isClaiming || this.#isStopped) return;
    const trackerIds = this.#takeReady();
    if (trackerIds.length === 0) return;
    this.#isClaiming = true;
    this.#announced = new Set();
    try {
      await this.#sendNext(trackerIds);
    } catch (error) {
      // It is not known whether the transaction was stored: what it marked as sent counts as sent.
      this.#mustReload = true;
      throw error;
    } finally {
      this.#isClaiming = false;
    }
    this.#schedule();
  }

  /** The next devices to which one can be sent. Those that have become unreachable since are ready again later. */
  #takeReady(): readonly number[] {
    const trackerIds: number[] = [];
    for (const trackerId of this.#ready) {
      if (trackerIds.length === MAX_CLAIMED) break;
      this.#ready.delete(trackerId);
      if (this.#canSend(trackerId)) trackerIds.push(trackerId);
    }
    return trackerIds;
  }

  async #sendNext(trackerIds: readonly number[]): Promise<void> {
    const { db, clock, memberId } = this.#dependencies;
    const now = clock.now();
    const sending = new Map<number, Sending>();
    const claimed = await claimNext(db, trackerIds, { now, memberId }, (row) =>
      this.#decideClaim(row, now, sending),
    );
    const taken = new Set(claimed.map(({ row }) => row.trackerId));
    for (const trackerId of trackerIds) {
      const isEmpty = !taken.has(trackerId) && this.#devices.has(trackerId);
      if (isEmpty && !this.#announced.has(trackerId)) this.#waiting.delete(trackerId);
    }
    for (const { row, claim } of claimed) {
      this.#changedAccounts.add(row.accountId);
      if ('failure' in claim) this.#dependencies.count('failed');
    }
    for (const one of sending.values()) this.#send(one);
  }

  #decideClaim(row: WaitingInstruction, now: number, sending: Map<number, Sending>): Claim | null {
    const { instructionId, accountId, trackerId, name, attempts } = row;
    const device = this.#devices.get(trackerId);
    const tracker = this.#dependencies.findTracker(trackerId);
    if (row.expiresAt <= now) return { instructionId, failure: 'expired' };
    if (tracker === undefined || tracker.account.accountId !== accountId)
      return { instructionId, failure: 'transferred' };
    // It disconnected while the row was read.
    if (device === undefined) return null;
    const { peer, deviceId } = device;
    const encoded = encodeWaiting(row, peer, {
      deviceId,
      serial: (instructionId % SERIALS) + 1,
      now,
      model: tracker.model,
      password: this.#dependencies.passwordOf(tracker),
    });
    if (encoded === 'not-supported' || encoded === 'not-encodable')
      return { instructionId, failure: encoded };
    const { bytes, receiptKeys } = encoded;
    const timeout = encoded.timeout * (attempts + 1);
    const until = now + timeout;
    const outstanding: Outstanding = {
      instructionId,
      accountId,
      trackerId,
      name,
      attempts: attempts + 1,
      receiptKeys,
      written: row.written,
      timeout,
      peer,
      isReceived: false,
      until,
      isDecided: false,
    };
    sending.set(trackerId, { outstanding, bytes, isSecret: hasSecrets(row.parameters) });
    return { instructionId, send: { request: bytes, receiptKeys, until, protocol: peer.protocolName } };
  }

  #send({ outstanding, bytes, isSecret }: Sending): void {
    const { trackerId, name, peer, receiptKeys } = outstanding;
    const tracker = this.#dependencies.findTracker(trackerId);
    this.#outstanding.set(trackerId, outstanding);
    // Nothing was written if the connection ended since, so it can be sent over the next one.
    if (tracker === undefined || peer === null || this.#devices.get(trackerId)?.peer !== peer) {
      this.#decide(outstanding, { state: 'waiting', reason: null, receipt: null, text: null, until: null });
      return;
    }
    peer.sendInstruction(tracker, bytes, { name, isSecret });
    if (receiptKeys.length === 0) this.#decide(outstanding, WITHOUT_RECEIPT);
  }

  #decide(outstanding: Outstanding, result: Omit<InstructionOutcome, 'instructionId'>): void {
    if (result.state === 'received') {
      outstanding.isReceived = true;
      outstanding.until = result.until ?? outstanding.until;
    } else outstanding.isDecided = true;
    this.#addOutcome(outstanding, result);
  }

  #addOutcome(outstanding: Outstanding, result: Omit<InstructionOutcome, 'instructionId'>): void {
    this.#outcomes.push({ outstanding, outcome: { instructionId: outstanding.instructionId, ...result } });
    void this.#run('storing receipts', () => this.#store());
  }

  /** Stores outcomes in order. After a failure the next check tries again. */
  async #store(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    try {
      while (this.#outcomes.length > 0 && !this.#isStopped) {
        // Lets the receipts of one turn of the event loop share a statement.
        await new Promise((resolve) => setImmediate(resolve));
        const batch = this.#outcomes.slice(0, MAX_CLAIMED);
        const { db, clock } = this.#dependencies;
        await storeOutcomes(
          db,
          batch.map(({ outcome }) => outcome),
          clock.now(),
        );
        this.#outcomes.splice(0, batch.length);
        for (const { outstanding, outcome } of batch) this.#settle(outstanding, outcome);
      }
    } finally {
      this.#isStoring = false;
    }
  }

  #settle(outstanding: Outstanding, { state, reason }: InstructionOutcome): void {
    const { trackerId, accountId } = outstanding;
    this.#changedAccounts.add(accountId);
    if (state === 'received') return;
    if (this.#outstanding.get(trackerId) === outstanding) this.#outstanding.delete(trackerId);
    if (state === 'waiting') this.#waiting.add(trackerId);
    else this.#dependencies.count(state);
    if (isCorrectable(reason)) {
      this.#recentFailures.add(outstanding, this.#dependencies.clock.now());
    }
    if (this.#waiting.has(trackerId)) this.#makeReady(trackerId);
  }

  #check(): void {
    const now = this.#dependencies.clock.now();
    for (const outstanding of this.#outstanding.values()) {
      if (!outstanding.isDecided && outstanding.until <= now)
        this.#decide(outstanding, applyTimeout(outstanding));
    }
    if (this.#outcomes.length > 0) void this.#run('storing receipts', () => this.#store());
    if (this.#mustReload) void this.#run('reading sent instructions', () => this.#reload());
    else for (const trackerId of this.#waiting) if (!this.#ready.has(trackerId)) this.#makeReady(trackerId);
    this.#schedule();
  }

  async #reload(): Promise<void> {
    if (this.#isClaiming) return;
    await this.load();
    this.#mustReload = false;
  }

  async #loadSent(): Promise<void> {
    const { db, memberId } = this.#dependencies;
    if (memberId !== null) await adoptSent(db, memberId);
    for (const sent of await readSent(db, memberId)) {
      if (this.#outstanding.has(sent.trackerId)) continue;
      const timeout = Math.max(0, sent.until - this.#dependencies.clock.now());
      this.#outstanding.set(sent.trackerId, { ...sent, timeout, peer: null, isDecided: false });
    }
  }

  async #expire(): Promise<void> {
    const { db, clock } = this.#dependencies;
    for (const accountId of await expireInstructions(db, clock.now())) this.#changedAccounts.add(accountId);
  }

  async #publish(): Promise<void> {
    const accountIds = [...this.#changedAccounts];
    if (accountIds.length === 0) return;
    this.#changedAccounts.clear();
    await this.#dependencies.db.transaction().execute(async (tx) => {
      for (const accountId of accountIds) {
        await sendEvent(tx, { type: 'changed', what: 'instructions', accountId, userId: null });
      }
    });
  }

  async #run(what: string, work: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isStopped) await work();
    } catch (error) {
      // The next check tries again. Without the database nothing is sent and nothing is lost.
      if (!this.#isStopped) this.#dependencies.log.warn({ err: error }, `${what} failed`);
    }
  }
}
