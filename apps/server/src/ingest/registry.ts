import type { StatusNotice } from '@wakeline/domain/tracker-state/status-notices';
import type { DeviceDetails } from '@wakeline/protocols/protocol';
import type { Db } from '../db/database.ts';
import { registeredTrackers, registeredWithNumbers } from '../trackers/registered.ts';
import { readStatusNotices } from './wanted-status-notices.ts';

/** What the engine heeds of an account. Shared by its trackers, and kept up to date in place. */
export interface AccountRules {
  readonly accountId: number;
  /** Whether a device must prove who it is, where its protocol can. */
  deviceAuth: boolean;
  retentionDays: number;
  /** Whether coordinates that a device marks as encrypted are used as they are. */
  plainCoordinates: boolean;
  /** Notices of a tracker's status that one of its users wants. */
  statusNotices: readonly StatusNotice[];
}

export interface RegisteredTracker {
  readonly trackerId: number;
  readonly imei: string;
  readonly model: string;
  readonly groupId: number | null;
  /** The only protocol by which it may report; null: any. */
  readonly protocol: string | null;
  /** Renewals of its key. */
  readonly keyVersion: number;
  readonly account: AccountRules;
}

interface Row {
  tracker_id: number;
  imei: string;
  model: string;
  group_id: number | null;
  protocol: string | null;
  report_key_version: number;
  account_id: number;
  device_auth: boolean;
  retention_days: number;
  plain_coordinates: boolean;
}

/**
 * The registered trackers by the number that the device sends. All in memory: a frame must not wait for a query. A number that is
 * sent without the zeros in front of it finds its tracker as well, since fields of fixed width are filled with zeros.
 */
export class TrackerRegistry {
  readonly #db: Db;
  readonly #byDevice = new Map<string, RegisteredTracker>();
  readonly #byTracker = new Map<number, RegisteredTracker>();
  readonly #accounts = new Map<number, AccountRules>();
  #reading: Promise<void> = Promise.resolve();
  readonly #statusNotices = new Map<number, readonly StatusNotice[]>();

  constructor(db: Db) {
    this.#db = db;
  }

  get size(): number {
    return this.#byTracker.size;
  }

  find(deviceId: string): RegisteredTracker | undefined {
    return this.#byDevice.get(deviceId) ?? this.#byDevice.get(stripLeadingZeros(deviceId));
  }

  findByTrackerId(trackerId: number): RegisteredTracker | undefined {
    return this.#byTracker.get(trackerId);
  }

  /** Reads all trackers anew. */
  async load(): Promise<void> {
    await this.refreshStatusNotices(null);
    const rows = await registeredTrackers(this.#db).execute();
    this.#byDevice.clear();
    this.#byTracker.clear();
    for (const row of rows) this.#put(row);
  }

  /** Reads the trackers with these ids; those that are gone are forgotten. */
  async refresh(trackerIds: readonly number[]): Promise<void> {
    const rows =
      trackerIds.length === 0
        ? []
        : await registeredTrackers(this.#db).where('tracker_id', 'in', trackerIds).execute();
    this.evict(trackerIds);
    for (const row of rows) this.#put(row);
  }

  /** Reads the trackers of these devices, if there are such. */
  async lookUp(deviceIds: readonly string[]): Promise<void> {
    const numbers = [...new Set(deviceIds.map(stripLeadingZeros))];
    const rows = await registeredWithNumbers(this.#db, numbers).execute();
    for (const row of rows) this.#put(row);
  }

  async refreshAccount(accountId: number): Promise<void> {
    const row = await this.#db
      .selectFrom('account')
      .select(['account_id', 'device_auth', 'retention_days', 'plain_coordinates'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row !== undefined) this.#rules(row);
  }

  /** Reads which notices of a status the users of an account want, by one of them; null: of all accounts. */
  refreshStatusNotices(userId: number | null): Promise<void> {
    // One after the other: an older reading must not replace a newer one.
    const read = this.#reading.then(async () => {
      for (const [accountId, types] of await readStatusNotices(this.#db, userId)) {
        this.#statusNotices.set(accountId, types);
        const rules = this.#accounts.get(accountId);
        if (rules !== undefined) rules.statusNotices = types;
      }
    });
    this.#reading = read.catch(() => undefined);
    return read;
  }

  evict(trackerIds: readonly number[]): void {
    for (const trackerId of trackerIds) {
      const tracker = this.#byTracker.get(trackerId);
      if (tracker === undefined) continue;
      this.#byTracker.delete(trackerId);
      for (const key of [tracker.imei, stripLeadingZeros(tracker.imei)]) {
        if (this.#byDevice.get(key) === tracker) this.#byDevice.delete(key);
      }
    }
  }

  #put(row: Row): void {
    this.evict([row.tracker_id]);
    const tracker = {
      trackerId: row.tracker_id,
      imei: row.imei,
      model: row.model,
      groupId: row.group_id,
      protocol: row.protocol,
      keyVersion: row.report_key_version,
      account: this.#rules(row),
    };
    this.#byTracker.set(tracker.trackerId, tracker);
    this.#byDevice.set(tracker.imei, tracker);
    const short = stripLeadingZeros(tracker.imei);
    // The one that is registered with exactly these digits goes first.
    if (this.#byDevice.get(short)?.imei !== short) this.#byDevice.set(short, tracker);
  }

  #rules(
    row: Pick<Row, 'account_id' | 'device_auth' | 'retention_days' | 'plain_coordinates'>,
  ): AccountRules {
    const rules = this.#accounts.get(row.account_id) ?? {
      accountId: row.account_id,
      deviceAuth: row.device_auth,
      retentionDays: row.retention_days,
      plainCoordinates: row.plain_coordinates,
      statusNotices: this.#statusNotices.get(row.account_id) ?? [],
    };
    rules.deviceAuth = row.device_auth;
    rules.retentionDays = row.retention_days;
    rules.plainCoordinates = row.plain_coordinates;
    this.#accounts.set(row.account_id, rules);
    return rules;
  }
}

/** As `ltrim(imei, '0')` in the database, which has an index on it. */
function stripLeadingZeros(deviceId: string): string {
  let start = 0;
  while (deviceId.charCodeAt(start) === 0x30) start++;
  return start === 0 ? deviceId : deviceId.slice(start);
}

/** What a protocol may ask about a device; null: it is not known (yet). */
export function detailsOf(tracker: RegisteredTracker | null | undefined): DeviceDetails | null {
  if (!tracker) return null;
  return { model: tracker.model, plainCoordinates: tracker.account.plainCoordinates };
}
