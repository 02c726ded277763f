import type {
  DecodeErrorEvent,
  DeviceSession,
  LoginEvent,
  ReportsEvent,
  SessionEvent,
  StreamProtocol,
} from '@wakeline/protocols/protocol';
import type { InstructionPeer } from './instructions/peer.ts';
import { joinBytes } from './join-bytes.ts';
import { LinkAdmission } from './link-admission.ts';
import type { LinkServices } from './link-services.ts';
import { LinkMessages, type OutgoingMessage } from './messages/link-messages.ts';
import type { SentInstruction } from './messages/recorder.ts';
import type { CloseReason, Peer } from './peer.ts';
import type { PendingHolder } from './pending-bytes.ts';
import { ReadPauses } from './read-pauses.ts';
import { type AccountRules, detailsOf, type RegisteredTracker } from './registry.ts';
import type { ReportSource, ReportsItem } from './report-item.ts';

/** Maximum number of received bytes in a log line. */
const MAX_LOGGED_BYTES = 512;
const NO_BYTES = new Uint8Array();

/**
 * Connects one device connection, through its protocol, to the engine: answers logins, passes reports to the writer,
 * and sends replies that depend on a commit after it. Events are processed in order. While a device is looked up in
 * the database, nothing more is read from it.
 */
export class DeviceLink implements ReportSource, PendingHolder, InstructionPeer {
  readonly #protocol: StreamProtocol;
  readonly #services: LinkServices;
  readonly #peer: Peer;
  readonly #session: DeviceSession;
  readonly #frames: { inc(): void };
  readonly #messages: LinkMessages;
  readonly #admission: LinkAdmission;
  readonly #devices = new Set<string>();
  /** Trackers that can be sent instructions over this connection. */
  readonly #uplinks = new Set<number>();
  readonly #pauses: ReadPauses;
  #events: SessionEvent[] = [];
  #isLookingUp = false;
  /** Size of the input of the events that wait for a look-up. */
  #queuedBytes = 0;
  /** The account of the last device that sent something. */
  #account: AccountRules | null = null;
  readonly #outgoing: OutgoingMessage[] = [];
  #outstanding = 0;
  #consecutiveErrors = 0;
  #hasValidFrame = false;
  #closed = false;
  #isEnding = false;
  #lastSeenAt: number;

  constructor(protocol: StreamProtocol, peer: Peer, services: LinkServices) {
    this.#protocol = protocol;
    this.#peer = peer;
    this.#services = services;
    this.#lastSeenAt = services.clock.now();
    this.#pauses = new ReadPauses(peer, () => {
      this.#lastSeenAt = services.clock.now();
    });
    const { address, transport } = peer;
    const connection = { protocol: protocol.name, transport, address, since: this.#lastSeenAt };
    this.#messages = new LinkMessages(services.messages, connection);
    this.#session = protocol.session({
      authCode: services.authCode,
      findDevice: (deviceId) => detailsOf(services.lookup.find(deviceId)),
      onFrame: (raw, events) => this.#messages.addReceived(raw, events, services.clock.now()),
    });
    this.#admission = new LinkAdmission(protocol, peer.address, services);
    this.#frames = services.metrics.frames.labels(protocol.name);
  }

  receive(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#runGuarded(bytes, () => {
      const events = this.#session.receive(bytes, this.#services.clock.now());
      if (this.#isLookingUp) for (const event of events) this.#events.push(event);
      else this.#processEvents(events);
      if (this.#isLookingUp) this.#queuedBytes += bytes.length;
    });
    this.#updatePending();
  }

  get isKnown(): boolean {
    return this.#account !== null;
  }

  dropPending(): void {
    this.#services.metrics.refused.inc({ protocol: this.#protocol.name, reason: 'no-room' });
    this.#session.discardPartialMessages(null);
    if (this.#pendingBytes > 0) this.#close('pending');
  }

  get #pendingBytes(): number {
    return this.#closed ? 0 : this.#session.pendingBytes + this.#queuedBytes;
  }

  #updatePending(): void {
    this.#services.pending.set(this, this.#pendingBytes);
  }

  /** Events that wait for a look-up. Datagrams of a peer that cannot be paused are dropped while there are many. */
  get queuedEvents(): number {
    return this.#events.length;
  }

  /** Whether reading waits for the account's limit of positions. */
  get isHeld(): boolean {
    return this.#pauses.has('account');
  }

  /** Pauses reading while the queue of the engine is full, and resumes it. */
  setEngineFull(full: boolean): void {
    if (full) this.#pauses.add('engine');
    else this.#pauses.remove('engine');
  }

  /** Stops reading; replies are still sent. */
  stopReading(): void {
    this.#pauses.add('stop');
  }

  /** Closes the connection when it has been inactive for too long. Time in which reading is paused does not count. */
  expire(now: number): void {
    if (this.#pauses.isPaused) return;
    const { firstFrameTimeout } = this.#services.limits;
    const inactiveFor = now - this.#lastSeenAt;
    if (!this.#hasValidFrame && inactiveFor > firstFrameTimeout) this.#close('no-frame');
    else if (inactiveFor > this.#protocol.idleTimeout) this.#close('idle');
    else if (this.#session.pendingBytes > 0) this.#checkTimeouts(now);
  }

  /** Handles timeouts of the protocol: missing packets are requested again or given up, merged reports end. */
  #checkTimeouts(now: number): void {
    this.#runGuarded(NO_BYTES, () => {
      for (const event of this.#session.receive(NO_BYTES, now)) {
        const tracker = this.#findTracker(event.deviceId);
        if (event.type === 'decode-error') this.#countDecodeError(event, null);
        else if (event.type === 'reply') this.#queueReply(event.reply, tracker);
        else if (event.type === 'media-refused') {
          if (tracker !== null) this.#services.media.addRefused(tracker, event);
        } else this.#processEvent(event, tracker);
      }
      this.flush();
    });
    this.#updatePending();
  }

  /** The connection has been closed. What it sent is stored first: not every device sends it again. */
  handleClosed(): void {
    this.#isEnding = true;
    if (this.#closed || this.#isLookingUp) return;
    const rest = this.#pauses.has('stop') ? [] : this.#session.end?.(this.#services.clock.now());
    this.#runGuarded(null, () => {
      for (const event of rest ?? []) this.#processEvent(event, this.#findTracker(event.deviceId));
    });
    this.#end();
  }

  #end(): void {
    this.#closed = true;
    this.#messages.close(this.#services.clock.now());
    this.#events = [];
    this.#pauses.end();
    this.#services.pending.release(this);
    this.#services.instructions.detach(this, this.#uplinks);
  }

  get protocolName(): string {
    return this.#protocol.name;
  }

  get lastSeenAt(): number {
    return this.#lastSeenAt;
  }

  readonly encodeInstruction: InstructionPeer['encodeInstruction'] = (call, target) =>
    this.#session.encodeInstruction(call, target);

  sendInstruction(tracker: RegisteredTracker, bytes: Uint8Array, instruction: SentInstruction): void {
    this.#outgoing.push({ bytes, tracker, instruction });
    this.flush();
  }

  onStored(item: ReportsItem): void {
    this.#outstanding -= item.reports.length;
    this.#queueReply(item.reply, item.tracker);
  }

  onRefused(item: ReportsItem): void {
    this.#outstanding -= item.reports.length;
    this.#queueReply(item.refused, item.tracker);
  }

  flush(): void {
    if (this.#outstanding <= this.#services.limits.connectionReports / 2) this.#pauses.remove('own-reports');
    const outgoing = this.#outgoing.splice(0);
    if (outgoing.length === 0 || this.#closed) return;
    const now = this.#services.clock.now();
    this.#runGuarded(null, () => {
      for (const message of outgoing) this.#messages.recordSent(message, now);
      this.#peer.send(joinBytes(outgoing.map(({ bytes }) => bytes)));
    });
  }

  /** A defect of ours that one device triggers must not stop the server for all others. */
  #runGuarded(bytes: Uint8Array | null, work: () => void): void {
    try {
      work();
    } catch (error) {
      const sent = bytes === null ? null : Buffer.from(bytes).toString('hex', 0, MAX_LOGGED_BYTES);
      this.#services.log.error(
        { err: error, protocol: this.#protocol.name, sent },
        'processing the data of a device failed',
      );
      this.#close('failure');
    }
  }

  #processEvents(events: readonly SessionEvent[]): void {
    let index = 0;
    for (const event of events) {
      if (this.#closed) return;
      const { deviceId } = event;
      const tracker = deviceId === null ? null : this.#services.lookup.find(deviceId);
      if (tracker === undefined && deviceId !== null) {
        this.#lookUp(deviceId, events.slice(index));
        break;
      }
      this.#processEvent(event, tracker ?? null);
      index++;
    }
    if (!this.#isLookingUp) this.#messages.recordReceived((deviceId) => this.#services.lookup.find(deviceId));
    this.flush();
    if (this.#outstanding >= this.#services.limits.connectionReports) this.#pauses.add('own-reports');
    if (this.#account !== null && !this.#closed) this.#pauses.waitFor(this.#account, this.#services.rates);
  }

  #lookUp(deviceId: string, remaining: readonly SessionEvent[]): void {
    this.#events = [...remaining];
    this.#isLookingUp = true;
    this.#pauses.add('lookup');
    this.#services.lookup.load(deviceId).then((isResolved) => {
      // When the engine stops, nothing more is accepted: it was not acknowledged, so the device sends it again.
      if (!isResolved) this.#end();
      const events = this.#events.splice(0);
      this.#isLookingUp = false;
      this.#runGuarded(null, () => this.#processEvents(events));
      if (!this.#isLookingUp) this.#queuedBytes = 0;
      this.#updatePending();
      if (this.#isEnding) this.handleClosed();
      else if (!this.#isLookingUp) this.#pauses.remove('lookup');
    });
  }

  #processEvent(event: SessionEvent, tracker: RegisteredTracker | null): void {
    if (event.type === 'decode-error') this.#countDecodeError(event, tracker);
    else this.#frames.inc();
    // A complete frame of an unknown type: the device works, and sends more than we decode.
    const isValidFrame = event.type !== 'decode-error' || event.error === 'unknown-message';
    if (!isValidFrame) return;
    this.#consecutiveErrors = 0;
    if (tracker !== null) this.#account = tracker.account;
    this.#hasValidFrame = true;
    this.#lastSeenAt = this.#services.clock.now();
    if (event.deviceId !== null && !this.#devices.has(event.deviceId)) {
      this.#devices.add(event.deviceId);
      if (this.#devices.size > this.#services.limits.connectionDevices) this.#close('devices');
    }
    if (this.#services.instructions.isForeign(event, tracker, this)) return;
    if (tracker !== null && event.deviceId !== null && event.type !== 'login' && event.type !== 'logout') {
      this.#noteUplink(tracker, event.deviceId);
    }
    switch (event.type) {
      case 'login':
        this.#logIn(event, tracker);
        return;
      case 'reports':
        this.#storeReports(event, tracker);
        return;
      case 'sub-package':
        // Nothing is retained for a device that may not report.
        if (tracker === null) this.#admission.refuseUnknown(event.deviceId, []);
        if (this.#markSeen(tracker, event.deviceId) !== null) this.#queueReply(event.reply ?? null, tracker);
        else this.#session.discardPartialMessages(event.deviceId);
        return;
      case 'decode-error':
      case 'reply':
        this.#markSeen(tracker, event.deviceId);
        this.#queueReply(event.reply, tracker);
        return;
      case 'receipt': {
        const sender = this.#markSeen(tracker, event.deviceId);
        if (sender !== null) this.#services.instructions.receive(sender.trackerId, event);
        return;
      }
      case 'media': {
        if (tracker === null) this.#admission.refuseUnknown(event.deviceId, []);
        const sender = this.#markSeen(tracker, event.deviceId);
        if (sender === null) this.#queueReply(event.rejectReply, tracker);
        else this.#services.media.add(sender, event, (reply) => this.#sendNow(reply, sender));
        return;
      }
      case 'media-refused': {
        const sender = this.#markSeen(tracker, event.deviceId);
        if (sender !== null) this.#services.media.addRefused(sender, event);
        this.#queueReply(event.reply, tracker);
        return;
      }
      case 'logout':
        this.#queueReply(event.reply, tracker);
        return;
    }
  }

  /** Counts a message as a sign of life of its device. Null: it may not report. */
  #markSeen(tracker: RegisteredTracker | null, deviceId: string | null): RegisteredTracker | null {
    if (tracker === null || !this.#admission.canReport(tracker, deviceId)) return null;
    this.#services.writer.markSeen(tracker, this.#lastSeenAt);
    return tracker;
  }

  /** The device can be sent instructions over this connection. */
  #noteUplink(tracker: RegisteredTracker, deviceId: string): void {
    if (!this.#admission.canReport(tracker, deviceId)) return;
    this.#uplinks.add(tracker.trackerId);
    this.#services.instructions.noteUplink(tracker.trackerId, deviceId, this);
  }

  #logIn(event: LoginEvent, tracker: RegisteredTracker | null): void {
    const isAccepted = this.#admission.logIn(event, tracker);
    if (isAccepted && tracker !== null && event.purpose !== 'register')
      this.#noteUplink(tracker, event.deviceId);
    this.#queueReply(isAccepted ? event.acceptReply : event.rejectReply, tracker);
  }

  #storeReports(event: ReportsEvent, tracker: RegisteredTracker | null): void {
    if (tracker === null) {
      this.#admission.refuseUnknown(event.deviceId, event.reports);
      this.#queueReply(event.rejectReply, null);
      return;
    }
    if (!this.#admission.canReport(tracker, event.deviceId)) {
      this.#admission.refuse(tracker, 'not-authenticated');
      this.#queueReply(event.rejectReply, tracker);
      return;
    }
    this.#outstanding += event.reports.length;
    this.#services.rates.take(tracker.account, event.reports.length);
    this.#addReports(tracker, event, event.rejectReply);
  }

  #addReports(
    tracker: RegisteredTracker,
    { reports, unreadable, raw, reply }: Pick<ReportsEvent, 'reports' | 'unreadable' | 'raw' | 'reply'>,
    refused: Uint8Array | null,
  ): void {
    const [protocol, receivedAt] = [this.#protocol.name, this.#services.clock.now()];
    const item = { protocol, tracker, reports, unreadable, raw, receivedAt, source: this, reply, refused };
    this.#services.writer.add(item);
  }

  #countDecodeError(event: DecodeErrorEvent, tracker: RegisteredTracker | null): void {
    this.#services.metrics.decodeErrors.inc({ protocol: this.#protocol.name, fault: event.error });
    if (event.error === 'unknown-message') return;
    const { error, detail, raw, reply, deviceId } = event;
    if (error === 'malformed' && tracker !== null && this.#admission.canReport(tracker, deviceId)) {
      // Stored with its bytes, and acknowledged after the commit.
      this.#addReports(tracker, { reports: [], unreadable: [{ detail }], raw, reply }, null);
    } else this.#queueReply(reply, tracker);
    this.#consecutiveErrors++;
    if (event.error === 'oversize') this.#close('oversize');
    else if (this.#consecutiveErrors >= this.#services.limits.consecutiveErrors) this.#close('faults');
  }

  #findTracker(deviceId: string | null): RegisteredTracker | null {
    return deviceId === null ? null : (this.#services.lookup.find(deviceId) ?? null);
  }

  #queueReply(bytes: Uint8Array | null, tracker: RegisteredTracker | null): void {
    if (bytes !== null) this.#outgoing.push({ bytes, tracker, instruction: null });
  }

  #sendNow(bytes: Uint8Array, tracker: RegisteredTracker): void {
    this.#queueReply(bytes, tracker);
    this.flush();
  }

  #close(reason: CloseReason): void {
    if (this.#closed) return;
    this.flush();
    this.#end();
    this.#services.metrics.closed.inc({ protocol: this.#protocol.name, reason });
    this.#peer.close(reason);
  }
}
