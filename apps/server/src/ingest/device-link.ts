import type { Report } from '@wakeline/domain/reports/report';
import type {
  DecodeErrorEvent,
  DeviceSession,
  LoginEvent,
  ReportsEvent,
  SessionEvent,
  StreamProtocol,
} from '@wakeline/protocols/protocol';
import type { LinkServices } from './link-services.ts';
import { LinkMessages } from './messages/link-messages.ts';
import type { CloseReason, Peer } from './peer.ts';
import type { PendingHolder } from './pending-bytes.ts';
import { refusalReason } from './refused-devices.ts';
import { detailsOf, type RegisteredTracker } from './registry.ts';
import type { ReportSource, ReportsItem } from './report-item.ts';
import { secretsMatch } from './secrets-match.ts';
import { lastPositionOf } from './unregistered.ts';

/** Maximum number of received bytes in a log line. */
const MAX_LOGGED_BYTES = 512;
const NO_BYTES = new Uint8Array();

/** Why reading from a device is paused. */
type PauseReason = 'engine' | 'own-reports' | 'lookup' | 'stop';

/**
 * Connects one device connection, through its protocol, to the engine: answers logins, passes reports to the writer,
 * and sends replies that depend on a commit after it. Events are processed in order. While a device is looked up in
 * the database, nothing more is read from it.
 */
export class DeviceLink implements ReportSource, PendingHolder {
  readonly #protocol: StreamProtocol;
  readonly #services: LinkServices;
  readonly #peer: Peer;
  readonly #session: DeviceSession;
  readonly #frames: { inc(): void };
  readonly #messages: LinkMessages;
  readonly #authenticated = new Set<string>();
  readonly #devices = new Set<string>();
  readonly #paused = new Set<PauseReason>();
  #events: SessionEvent[] = [];
  #isLookingUp = false;
  /** Size of the input of the events that wait for a look-up. */
  #queuedBytes = 0;
  #known = false;
  #outgoing: { readonly bytes: Uint8Array; readonly tracker: RegisteredTracker | null }[] = [];
  #outstanding = 0;
  #consecutiveErrors = 0;
  #hasValidFrame = false;
  #closed = false;
  #lastSeenAt: number;

  constructor(protocol: StreamProtocol, peer: Peer, services: LinkServices) {
    this.#protocol = protocol;
    this.#peer = peer;
    this.#services = services;
    this.#lastSeenAt = services.clock.now();
    const { address, transport } = peer;
    const connection = { protocol: protocol.name, transport, address, since: this.#lastSeenAt };
    this.#messages = new LinkMessages(services.messages, connection);
    this.#session = protocol.session({
      authCode: services.authCode,
      findDevice: (deviceId) => detailsOf(services.lookup.find(deviceId)),
      onFrame: (raw, events) => this.#messages.addReceived(raw, events, services.clock.now()),
    });
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
    return this.#known;
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

  /** Pauses reading while the queue of the engine is full, and resumes it. */
  setEngineFull(full: boolean): void {
    if (full) this.#pause('engine');
    else this.#resume('engine');
  }

  /** Stops reading; replies are still sent. */
  stopReading(): void {
    this.#pause('stop');
  }

  /** Closes the connection when it has been inactive for too long. Time in which reading is paused does not count. */
  expire(now: number): void {
    if (this.#paused.size > 0) return;
    const { firstFrameTimeout } = this.#services.limits;
    const inactiveFor = now - this.#lastSeenAt;
    if (!this.#hasValidFrame && inactiveFor > firstFrameTimeout) this.#close('no-frame');
    else if (inactiveFor > this.#protocol.idleTimeout) this.#close('idle');
    else if (this.#session.pendingBytes > 0) this.#checkTimeouts(now);
  }

  /** Handles timeouts of the protocol: missing packets are requested again or given up. This is no sign of life. */
  #checkTimeouts(now: number): void {
    this.#runGuarded(NO_BYTES, () => {
      for (const event of this.#session.receive(NO_BYTES, now)) {
        if (event.type === 'decode-error') this.#countDecodeError(event, null);
        else if (event.type === 'reply') this.#queueReply(event.reply, this.#findTracker(event.deviceId));
        else this.#processEvent(event, null);
      }
      this.flush();
    });
    this.#updatePending();
  }

  /** The connection has been closed. The reports it sent are still stored. */
  handleClosed(): void {
    this.#closed = true;
    this.#messages.close(this.#services.clock.now());
    this.#events = [];
    this.#services.pending.release(this);
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
    if (this.#outstanding <= this.#services.limits.connectionReports / 2) this.#resume('own-reports');
    const outgoing = this.#outgoing;
    if (outgoing.length === 0) return;
    this.#outgoing = [];
    if (this.#closed) return;
    const now = this.#services.clock.now();
    const [only] = outgoing;
    this.#runGuarded(null, () => {
      for (const { bytes, tracker } of outgoing) {
        if (tracker !== null) this.#messages.recordSent(tracker, bytes, now);
      }
      this.#peer.send(
        outgoing.length === 1 && only !== undefined
          ? only.bytes
          : Buffer.concat(outgoing.map(({ bytes }) => bytes)),
      );
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
    if (this.#outstanding >= this.#services.limits.connectionReports) this.#pause('own-reports');
  }

  #lookUp(deviceId: string, remaining: readonly SessionEvent[]): void {
    this.#events = [...remaining];
    this.#isLookingUp = true;
    this.#pause('lookup');
    this.#services.lookup.load(deviceId).then((isResolved) => {
      // When the engine stops, nothing more is accepted: it was not acknowledged, so the device sends it again.
      if (!isResolved) this.handleClosed();
      const events = this.#events;
      this.#events = [];
      this.#isLookingUp = false;
      this.#runGuarded(null, () => this.#processEvents(events));
      if (!this.#isLookingUp) this.#queuedBytes = 0;
      this.#updatePending();
      if (!this.#isLookingUp) this.#resume('lookup');
    });
  }

  #processEvent(event: SessionEvent, tracker: RegisteredTracker | null): void {
    if (event.type === 'decode-error') this.#countDecodeError(event, tracker);
    else this.#frames.inc();
    // A complete frame of an unknown type: the device works, and sends more than we decode.
    const isValidFrame = event.type !== 'decode-error' || event.error === 'unknown-message';
    if (!isValidFrame) return;
    this.#consecutiveErrors = 0;
    this.#known ||= tracker !== null;
    this.#hasValidFrame = true;
    this.#lastSeenAt = this.#services.clock.now();
    if (event.deviceId !== null && !this.#devices.has(event.deviceId)) {
      this.#devices.add(event.deviceId);
      if (this.#devices.size > this.#services.limits.connectionDevices) this.#close('devices');
    }
    switch (event.type) {
      case 'login':
        this.#queueReply(this.#logIn(event, tracker) ? event.acceptReply : event.rejectReply, tracker);
        return;
      case 'reports':
        this.#storeReports(event, tracker);
        return;
      case 'sub-package':
        // Nothing is retained for a device that may not report.
        if (tracker === null) this.#refuseUnknown(event.deviceId, []);
        if (tracker === null || !this.#canReport(tracker, event.deviceId)) {
          this.#session.discardPartialMessages(event.deviceId);
        } else {
          this.#services.writer.markSeen(tracker, this.#lastSeenAt);
        }
        return;
      case 'decode-error':
      case 'reply':
        if (tracker !== null && this.#canReport(tracker, event.deviceId)) {
          this.#services.writer.markSeen(tracker, this.#lastSeenAt);
        }
        this.#queueReply(event.reply, tracker);
        return;
      case 'logout':
        this.#queueReply(event.reply, tracker);
        return;
    }
  }

  #logIn(event: LoginEvent, tracker: RegisteredTracker | null): boolean {
    const { authCode } = this.#services;
    if (tracker === null) {
      this.#refuseUnknown(event.deviceId, []);
      return false;
    }
    // Even with a valid credential, the device may not report over this protocol.
    if (refusalReason(tracker, this.#protocol) !== null) {
      this.#refuse(tracker, 'not-authenticated');
      return false;
    }
    if (event.purpose !== 'authenticate') return true;
    // A device that was set up for another platform sends the code of that one, which counts as none.
    const isAuthenticated =
      event.credential !== null && secretsMatch(event.credential, authCode(event.deviceId));
    if (!isAuthenticated && tracker.account.deviceAuth) {
      this.#refuse(tracker, 'credential');
      return false;
    }
    if (isAuthenticated) this.#authenticated.add(event.deviceId);
    return true;
  }

  #storeReports(event: ReportsEvent, tracker: RegisteredTracker | null): void {
    if (tracker === null) {
      this.#refuseUnknown(event.deviceId, event.reports);
      this.#queueReply(event.rejectReply, null);
      return;
    }
    if (!this.#canReport(tracker, event.deviceId)) {
      this.#refuse(tracker, 'not-authenticated');
      this.#queueReply(event.rejectReply, tracker);
      return;
    }
    this.#outstanding += event.reports.length;
    this.#services.writer.add({
      protocol: this.#protocol.name,
      tracker,
      reports: event.reports,
      unreadable: event.unreadable,
      raw: event.raw,
      receivedAt: this.#lastSeenAt,
      source: this,
      reply: event.reply,
      refused: event.rejectReply,
    });
  }

  #canReport(tracker: RegisteredTracker, deviceId: string | null): boolean {
    if (refusalReason(tracker, this.#protocol) !== null) return false;
    if (!tracker.account.deviceAuth) return true;
    return deviceId !== null && this.#authenticated.has(deviceId);
  }

  /** Counts a refusal and records its reason for the account. */
  #refuse(tracker: RegisteredTracker, label: 'credential' | 'not-authenticated'): void {
    const { refused, metrics, clock } = this.#services;
    metrics.refused.inc({ protocol: this.#protocol.name, reason: label });
    const reason = refusalReason(tracker, this.#protocol) ?? 'not-proved';
    const { address } = this.#peer;
    refused.record(tracker.trackerId, { reason, protocol: this.#protocol.name, address, now: clock.now() });
  }

  #countDecodeError(event: DecodeErrorEvent, tracker: RegisteredTracker | null): void {
    this.#services.metrics.decodeErrors.inc({ protocol: this.#protocol.name, fault: event.error });
    if (event.error === 'unknown-message') return;
    if (event.error === 'malformed' && tracker !== null && this.#canReport(tracker, event.deviceId)) {
      this.#storeUnreadable(event, tracker);
    } else {
      this.#queueReply(event.reply, tracker);
    }
    this.#consecutiveErrors++;
    if (event.error === 'oversize') this.#close('oversize');
    else if (this.#consecutiveErrors >= this.#services.limits.consecutiveErrors) this.#close('faults');
  }

  /** A message of a known device that cannot be decoded is stored with its bytes, and acknowledged after the commit. */
  #storeUnreadable({ detail, raw, reply }: DecodeErrorEvent, tracker: RegisteredTracker): void {
    this.#services.writer.add({
      protocol: this.#protocol.name,
      tracker,
      reports: [],
      unreadable: [{ detail }],
      raw,
      receivedAt: this.#services.clock.now(),
      source: this,
      reply,
      refused: null,
    });
  }

  #refuseUnknown(deviceId: string, reports: readonly Report[]): void {
    const { unregistered, metrics, clock } = this.#services;
    const { name: protocol } = this.#protocol;
    const now = clock.now();
    const { address } = this.#peer;
    unregistered.record(deviceId, { protocol, address, now, position: lastPositionOf(reports, now) });
    metrics.refused.inc({ protocol, reason: 'unknown-device' });
  }

  #findTracker(deviceId: string | null): RegisteredTracker | null {
    return deviceId === null ? null : (this.#services.lookup.find(deviceId) ?? null);
  }

  #queueReply(bytes: Uint8Array | null, tracker: RegisteredTracker | null): void {
    if (bytes !== null) this.#outgoing.push({ bytes, tracker });
  }

  #close(reason: CloseReason): void {
    if (this.#closed) return;
    this.flush();
    this.handleClosed();
    this.#services.metrics.closed.inc({ protocol: this.#protocol.name, reason });
    this.#peer.close(reason);
  }

  #pause(reason: PauseReason): void {
    if (this.#paused.size === 0) this.#peer.pause();
    this.#paused.add(reason);
  }

  #resume(reason: PauseReason): void {
    if (!this.#paused.delete(reason) || this.#paused.size > 0) return;
    this.#lastSeenAt = this.#services.clock.now();
    this.#peer.resume();
  }
}
