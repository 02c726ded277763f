import type { Report } from '@wakeline/domain/reports/report';
import type { LoginEvent, StreamProtocol } from '@wakeline/protocols/protocol';
import type { LinkServices } from './link-services.ts';
import { refusalReason } from './refused-devices.ts';
import type { RegisteredTracker } from './registry.ts';
import { secretsMatch } from './secrets-match.ts';
import { lastPositionOf } from './unregistered.ts';

type Services = Pick<LinkServices, 'authCode' | 'clock' | 'metrics' | 'refused' | 'unregistered'>;

/** Decides which devices may use a connection, and records those that it refuses. */
export class LinkAdmission {
  readonly #protocol: StreamProtocol;
  readonly #address: string;
  readonly #services: Services;
  readonly #authenticated = new Set<string>();

  constructor(protocol: StreamProtocol, address: string, services: Services) {
    this.#protocol = protocol;
    this.#address = address;
    this.#services = services;
  }

  /** Whether a login is accepted. */
  logIn(event: LoginEvent, tracker: RegisteredTracker | null): boolean {
    const { authCode } = this.#services;
    if (tracker === null) {
      this.refuseUnknown(event.deviceId, []);
      return false;
    }
    // Even with a valid credential, the device may not report over this protocol.
    if (refusalReason(tracker, this.#protocol) !== null) {
      this.refuse(tracker, 'not-authenticated');
      return false;
    }
    if (event.purpose !== 'authenticate') return true;
    // A device that was set up for another platform sends the code of that one, which counts as none.
    const isAuthenticated =
      event.credential !== null && secretsMatch(event.credential, authCode(event.deviceId));
    if (!isAuthenticated && tracker.account.deviceAuth) {
      this.refuse(tracker, 'credential');
      return false;
    }
    if (isAuthenticated) this.#authenticated.add(event.deviceId);
    return true;
  }

  canReport(tracker: RegisteredTracker, deviceId: string | null): boolean {
    if (refusalReason(tracker, this.#protocol) !== null) return false;
    if (!tracker.account.deviceAuth) return true;
    return deviceId !== null && this.#authenticated.has(deviceId);
  }

  /** Counts a refusal and records its reason for the account. */
  refuse(tracker: RegisteredTracker, label: 'credential' | 'not-authenticated'): void {
    const { refused, metrics, clock } = this.#services;
    metrics.refused.inc({ protocol: this.#protocol.name, reason: label });
    const reason = refusalReason(tracker, this.#protocol) ?? 'not-proved';
    refused.record(tracker.trackerId, {
      reason,
      protocol: this.#protocol.name,
      address: this.#address,
      now: clock.now(),
    });
  }

  refuseUnknown(deviceId: string, reports: readonly Report[]): void {
    const { unregistered, metrics, clock } = this.#services;
    const { name: protocol } = this.#protocol;
    const now = clock.now();
    const address = this.#address;
    unregistered.record(deviceId, { protocol, address, now, position: lastPositionOf(reports, now) });
    metrics.refused.inc({ protocol, reason: 'unknown-device' });
  }
}
