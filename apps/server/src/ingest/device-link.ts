import type {
  DeviceSession,
  FaultEvent,
  LoginEvent,
  ReportsEvent,
  SessionEvent,
  StreamProtocol,
} from '@wakeline/protocols/protocol';
import type { LinkServices } from './link-services.ts';
import type { PendingHolder } from './pending-bytes.ts';
import { obstacleTo } from './refused-devices.ts';
import { detailsOf, type RegisteredTracker } from './registry.ts';
import type { ReportSource, ReportsItem } from './report-item.ts';
import { sameSecret } from './same-secret.ts';

/** The bytes' way to and from one device: a TCP connection, or a UDP peer. */
export interface Peer {
  readonly address: string;
  send(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(reason: CloseReason): void;
}

export type CloseReason = 'failure' | 'idle' | 'no-frame' | 'oversize' | 'faults' | 'devices' | 'pending';

/** Bytes of what a device sent that a log line shows. */
const MOST_LOGGED = 512;
const NOTHING = new Uint8Array();

/** Why nothing is read from a device just now. */
type PauseReason = 'engine' | 'own-reports' | 'lookup' | 'stop';

/**
 * One connection between the protocol that understands it and the engine: logins are answered, reports go to the writer, replies
 * that depend on a commit go out after it. Events are taken in their order; while a device is looked up in the
 * database, nothing more is read from it.
 */
export class DeviceLink implements ReportSource, PendingHolder {
  readonly #protocol: StreamProtocol;
  readonly #services: LinkServices;
  readonly #peer: Peer;
  readonly #session: DeviceSession;
  readonly #frames: { inc(): void };
  readonly #authenticated = new Set<string>();
  readonly #devices = new Set<string>();
  readonly #paused = new Set<PauseReason>();
  #events: SessionEvent[] = [];
  #looking = false;
  /** Bytes that the events which wait for a look-up were read from. */
  #waitingBytes = 0;
  #known = false;
  #out: Uint8Array[] = [];
  #outstanding = 0;
  #faults = 0;
  #understood = false;
  #closed = false;
  #heardAt: number;

  constructor(protocol: StreamProtocol, peer: Peer, services: LinkServices) {
    this.#protocol = protocol;
    this.#peer = peer;
    this.#services = services;
    this.#session = protocol.session({
      authCode: services.authCode,
      device: (deviceId) => detailsOf(services.lookup.find(deviceId)),
    });
    this.#frames = services.metrics.frames.labels(protocol.name);
    this.#heardAt = services.clock.now();
  }

  receive(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#guarded(bytes, () => {
      const events = this.#session.receive(bytes, this.#services.clock.now());
      if (this.#looking) for (const event of events) this.#events.push(event);
      else this.#take(events);
      if (this.#looking) this.#waitingBytes += bytes.length;
    });
    this.#countPending();
  }

  get isKnown(): boolean {
    return this.#known;
  }

  dropPending(): void {
    this.#services.metrics.refused.inc({ protocol: this.#protocol.name, reason: 'no-room' });
    this.#session.forgetParts(null);
    if (this.#pendingBytes > 0) this.#close('pending');
  }

  get #pendingBytes(): number {
    return this.#closed ? 0 : this.#session.pendingBytes + this.#waitingBytes;
  }

  #countPending(): void {
    this.#services.pending.hold(this, this.#pendingBytes);
  }

  /** Events that wait for a look-up. A peer that cannot be paused is not listened to while there are many. */
  get waiting(): number {
    return this.#events.length;
  }

  /** Reading pauses because the engine can take no more, or goes on. */
  setEngineFull(full: boolean): void {
    if (full) this.#pause('engine');
    else this.#resume('engine');
  }

  /** Reads nothing more; answers still go out. */
  stopReading(): void {
    this.#pause('stop');
  }

  /** Closes it when it has been silent for too long. Silence while we do not read is ours. */
  expire(now: number): void {
    if (this.#paused.size > 0) return;
    const { firstFrameWait } = this.#services.limits;
    const silence = now - this.#heardAt;
    if (!this.#understood && silence > firstFrameWait) this.#close('no-frame');
    else if (silence > this.#protocol.idleTimeout) this.#close('idle');
    else if (this.#session.pendingBytes > 0) this.#passTime(now);
  }

  /** What time alone brings about: missing parts are asked for, or given up. It is no sign of life. */
  #passTime(now: number): void {
    this.#guarded(NOTHING, () => {
      for (const event of this.#session.receive(NOTHING, now)) {
        if (event.type === 'fault') this.#countFault(event, null);
        else if (event.type === 'reply') this.#answer(event.reply);
        else this.#takeOne(event, null);
      }
      this.flush();
    });
    this.#countPending();
  }

  /** The connection has ended. What it sent is stored all the same. */
  ended(): void {
    this.#closed = true;
    this.#events = [];
    this.#services.pending.release(this);
  }

  stored(item: ReportsItem): void {
    this.#outstanding -= item.reports.length;
    if (item.reply !== null) this.#out.push(item.reply);
  }

  refused(item: ReportsItem): void {
    this.#outstanding -= item.reports.length;
    if (item.refused !== null) this.#out.push(item.refused);
  }

  flush(): void {
    if (this.#outstanding <= this.#services.limits.connectionReports / 2) this.#resume('own-reports');
    const out = this.#out;
    if (out.length === 0) return;
    this.#out = [];
    if (this.#closed) return;
    const [only] = out;
    this.#guarded(null, () =>
      this.#peer.send(out.length === 1 && only !== undefined ? only : Buffer.concat(out)),
    );
  }

  /** A fault of ours, met by one device, must not end the server for all others. */
  #guarded(bytes: Uint8Array | null, work: () => void): void {
    try {
      work();
    } catch (error) {
      const sent = bytes === null ? null : Buffer.from(bytes).toString('hex', 0, MOST_LOGGED);
      this.#services.log.error(
        { err: error, protocol: this.#protocol.name, sent },
        'a device was not served',
      );
      this.#close('failure');
    }
  }

  #take(events: readonly SessionEvent[]): void {
    let index = 0;
    for (const event of events) {
      if (this.#closed) return;
      const { deviceId } = event;
      const tracker = deviceId === null ? null : this.#services.lookup.find(deviceId);
      if (tracker === undefined && deviceId !== null) {
        this.#lookUp(deviceId, events.slice(index));
        break;
      }
      this.#takeOne(event, tracker ?? null);
      index++;
    }
    this.flush();
    if (this.#outstanding >= this.#services.limits.connectionReports) this.#pause('own-reports');
  }

  #lookUp(deviceId: string, rest: readonly SessionEvent[]): void {
    this.#events = [...rest];
    this.#looking = true;
    this.#pause('lookup');
    this.#services.lookup.ask(deviceId).then((answered) => {
      // At the engine's stop nothing more is taken: it was not acknowledged, and comes again.
      if (!answered) this.ended();
      const events = this.#events;
      this.#events = [];
      this.#looking = false;
      this.#guarded(null, () => this.#take(events));
      if (!this.#looking) this.#waitingBytes = 0;
      this.#countPending();
      if (!this.#looking) this.#resume('lookup');
    });
  }

  #takeOne(event: SessionEvent, tracker: RegisteredTracker | null): void {
    if (event.type === 'fault') this.#countFault(event, tracker);
    else this.#frames.inc();
    // A whole frame of a kind that we do not know: the device is well, and says more than we understand.
    const understood = event.type !== 'fault' || event.fault === 'unknown-message';
    if (!understood) return;
    this.#faults = 0;
    this.#known ||= tracker !== null;
    this.#understood = true;
    this.#heardAt = this.#services.clock.now();
    if (event.deviceId !== null && !this.#devices.has(event.deviceId)) {
      this.#devices.add(event.deviceId);
      if (this.#devices.size > this.#services.limits.connectionDevices) this.#close('devices');
    }
    switch (event.type) {
      case 'login':
        this.#answer(this.#logIn(event, tracker) ? event.accepted : event.refused);
        return;
      case 'reports':
        this.#takeReports(event, tracker);
        return;
      case 'part':
        // Of who may not report nothing is kept.
        if (tracker === null) this.#refuseUnknown(event.deviceId);
        if (tracker === null || !this.#mayReport(tracker, event.deviceId)) {
          this.#session.forgetParts(event.deviceId);
        } else {
          this.#services.writer.hear(tracker, this.#heardAt);
        }
        return;
      case 'fault':
      case 'reply':
        if (tracker !== null && this.#mayReport(tracker, event.deviceId)) {
          this.#services.writer.hear(tracker, this.#heardAt);
        }
        this.#answer(event.reply);
        return;
      case 'logout':
        this.#answer(event.reply);
        return;
    }
  }

  #logIn(event: LoginEvent, tracker: RegisteredTracker | null): boolean {
    const { authCode } = this.#services;
    if (tracker === null) {
      this.#refuseUnknown(event.deviceId);
      return false;
    }
    // Whatever it shows, it may not report in this way.
    if (obstacleTo(tracker, this.#protocol) !== null) {
      this.#refuse(tracker, 'not-authenticated');
      return false;
    }
    if (event.purpose !== 'authenticate') return true;
    // A device that was set up for another platform shows the code of that one: it is as good as none.
    const proved = event.credential !== null && sameSecret(event.credential, authCode(event.deviceId));
    if (!proved && tracker.account.deviceAuth) {
      this.#refuse(tracker, 'credential');
      return false;
    }
    if (proved) this.#authenticated.add(event.deviceId);
    return true;
  }

  #takeReports(event: ReportsEvent, tracker: RegisteredTracker | null): void {
    if (tracker === null) {
      this.#refuseUnknown(event.deviceId);
      this.#answer(event.refused);
      return;
    }
    if (!this.#mayReport(tracker, event.deviceId)) {
      this.#refuse(tracker, 'not-authenticated');
      this.#answer(event.refused);
      return;
    }
    this.#outstanding += event.reports.length;
    this.#services.writer.add({
      protocol: this.#protocol.name,
      tracker,
      reports: event.reports,
      unreadable: event.unreadable,
      raw: event.raw,
      receivedAt: this.#heardAt,
      source: this,
      reply: event.reply,
      refused: event.refused,
    });
  }

  #mayReport(tracker: RegisteredTracker, deviceId: string | null): boolean {
    if (obstacleTo(tracker, this.#protocol) !== null) return false;
    if (!tracker.account.deviceAuth) return true;
    return deviceId !== null && this.#authenticated.has(deviceId);
  }

  /** Counts a refusal; its account sees it, and why. */
  #refuse(tracker: RegisteredTracker, label: 'credential' | 'not-authenticated'): void {
    const { refused, metrics, clock } = this.#services;
    metrics.refused.inc({ protocol: this.#protocol.name, reason: label });
    const reason = obstacleTo(tracker, this.#protocol) ?? 'not-proved';
    const { address } = this.#peer;
    refused.see(tracker.trackerId, { reason, protocol: this.#protocol.name, address, now: clock.now() });
  }

  #countFault(event: FaultEvent, tracker: RegisteredTracker | null): void {
    this.#services.metrics.faults.inc({ protocol: this.#protocol.name, fault: event.fault });
    if (event.fault === 'unknown-message') return;
    if (event.fault === 'malformed' && tracker !== null && this.#mayReport(tracker, event.deviceId)) {
      this.#keep(event, tracker);
    } else {
      this.#answer(event.reply);
    }
    this.#faults++;
    if (event.fault === 'oversize') this.#close('oversize');
    else if (this.#faults >= this.#services.limits.faultsInARow) this.#close('faults');
  }

  /** A message of a known device that cannot be read: it is kept with its bytes, and answered after the commit. */
  #keep({ detail, raw, reply }: FaultEvent, tracker: RegisteredTracker): void {
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

  #refuseUnknown(deviceId: string): void {
    const { unregistered, metrics, clock } = this.#services;
    unregistered.see(deviceId, this.#protocol.name, this.#peer.address, clock.now());
    metrics.refused.inc({ protocol: this.#protocol.name, reason: 'unknown-device' });
  }

  #answer(reply: Uint8Array | null): void {
    if (reply !== null) this.#out.push(reply);
  }

  #close(reason: CloseReason): void {
    if (this.#closed) return;
    this.flush();
    this.ended();
    this.#services.metrics.closed.inc({ protocol: this.#protocol.name, reason });
    this.#peer.close(reason);
  }

  #pause(reason: PauseReason): void {
    if (this.#paused.size === 0) this.#peer.pause();
    this.#paused.add(reason);
  }

  #resume(reason: PauseReason): void {
    if (!this.#paused.delete(reason) || this.#paused.size > 0) return;
    this.#heardAt = this.#services.clock.now();
    this.#peer.resume();
  }
}
