import { toMinimums } from '@wakeline/contract/settings/account-settings';
import { createDayOf, type DayOf } from '@wakeline/domain/activity/calendar-days';
import { ACTIVITY_MINIMUMS, type ActivityMinimums } from '@wakeline/domain/activity/minimums';
import type { StatusNotice } from '@wakeline/domain/tracker-state/status-notices';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { DeviceDetails } from '@wakeline/protocols/protocol';
import type { Db } from '../db/database.ts';
import { ACCOUNT_RULE_COLUMNS, registeredTrackers, registeredWithNumbers } from '../trackers/registered.ts';
import { readStatusNotices } from './wanted-status-notices.ts';

/** The account settings that the engine applies. Shared by its trackers and updated in place. */
export interface AccountRules {
  readonly accountId: number;
  /** Whether a device must authenticate. */
  deviceAuth: boolean;
  retentionDays: number;
  /** Whether coordinates that a device marks as encrypted are used unchanged. */
  plainCoordinates: boolean;
  /** Minutes without a message after which a tracker is offline. */
  offlineMinutes: number;
  /** km/h from which a tracker counts as moving. */
  movingSpeed: number;
  timeZone: string;
  nightStart: number;
  nightEnd: number;
  /** The days of its time zone. */
  dayOf: DayOf;
  /** Milliseconds between two fixes from which nothing is known about the time between them. */
  gapMs: number;
  /** What trips and stops must reach to be counted. */
  minimums: ActivityMinimums;
  /** Null: unlimited. */
  maxPositionsPerSecond: number | null;
  /** Status notices that at least one user of the account has selected. */
  statusNotices: readonly StatusNotice[];
}

export interface RegisteredTracker {
  readonly trackerId: number;
  readonly name: string;
  readonly imei: string;
  readonly model: string;
  /** For instructions; empty: none. */
  readonly password: string;
  readonly groupId: number | null;
  /** The only protocol over which it may report; null: any. */
  readonly protocol: string | null;
  /** Number of times its report key was renewed. */
  readonly keyVersion: number;
  /** End of the validity, epoch milliseconds; null: unlimited. */
  readonly validUntil: number | null;
  readonly account: AccountRules;
}

interface Row {
  tracker_id: number;
  name: string;
  imei: string;
  model: string;
  password: string;
  group_id: number | null;
  protocol: string | null;
  report_key_version: number;
  valid_until: Date | null;
  account_id: number;
  device_auth: boolean;
  retention_days: number;
  plain_coordinates: boolean;
  offline_minutes: number;
  moving_speed: number;
  time_zone: string;
  night_start: number;
  night_end: number;
  gap_minutes: number;
  min_trip_metres: number;
  min_trip_minutes: number;
  min_stop_minutes: number;
  max_positions_per_second: number | null;
}

type AccountRow = Pick<Row, 'account_id' | (typeof ACCOUNT_RULE_COLUMNS)[number]>;

const UTC_DAYS = createDayOf((instant) => instant);

/** For trackers of an account that was created, or whose trackers were all removed, a moment ago. */
const DEFAULT_OFFLINE_MINUTES = 10;
const MINUTE = 60_000;
/** Trackers read again with one query. */
const REFRESHED_PER_STEP = 500;

/**
 * The registered trackers by the number that the device sends, in memory, because a frame must not wait for a query.
 * A number without its leading zeros also finds its tracker, since devices pad fields of fixed width with zeros.
 */
export class TrackerRegistry {
  readonly #db: Db;
  readonly #byDevice = new Map<string, RegisteredTracker>();
  readonly #byTracker = new Map<number, RegisteredTracker>();
  readonly #accounts = new Map<number, AccountRules>();
  /** Each model once: the database driver creates a string for each row. */
  readonly #models = new Map<string, string>();
  #reading: Promise<void> = Promise.resolve();
  /** Trackers to be read again. */
  readonly #changed = new Set<number>();
  #refreshing: Promise<void> | null = null;
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

  /** Reloads all trackers. */
  async load(): Promise<void> {
    await this.refreshStatusNotices(null);
    const rows = await registeredTrackers(this.#db).execute();
    this.#byDevice.clear();
    this.#byTracker.clear();
    this.#models.clear();
    for (const row of rows) this.#put(row);
  }

  /**
   * Reloads the trackers with these ids, and evicts those that no longer exist. One read after the other, in steps: an older
   * result must not replace a newer one, and 100,000 changes at once must not delay reports.
   */
  refresh(trackerIds: readonly number[]): Promise<void> {
    for (const trackerId of trackerIds) this.#changed.add(trackerId);
    this.#refreshing ??= this.#refreshChanged().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshChanged(): Promise<void> {
    while (this.#changed.size > 0) {
      const ids: number[] = [];
      for (const id of this.#changed) {
        if (ids.length >= REFRESHED_PER_STEP) break;
        ids.push(id);
        this.#changed.delete(id);
      }
      const rows = await registeredTrackers(this.#db).where('tracker_id', 'in', ids).execute();
      this.evict(ids);
      for (const row of rows) this.#put(row);
    }
  }

  /** Loads the trackers of these devices, if there are any. */
  async lookUp(deviceIds: readonly string[]): Promise<void> {
    const numbers = [...new Set(deviceIds.map(stripLeadingZeros))];
    const rows = await registeredWithNumbers(this.#db, numbers).execute();
    for (const row of rows) this.#put(row);
  }

  async refreshAccount(accountId: number): Promise<void> {
    const row = await this.#db
      .selectFrom('account')
      .select(['account_id', ...ACCOUNT_RULE_COLUMNS])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row !== undefined) this.#rules(row);
  }

  /** Loads the status notices selected in the account of this user; null: in all accounts. */
  refreshStatusNotices(userId: number | null): Promise<void> {
    // One after the other: an older result must not replace a newer one.
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
      name: row.name,
      imei: row.imei,
      model: this.#modelOf(row.model),
      password: row.password,
      groupId: row.group_id,
      protocol: row.protocol,
      keyVersion: row.report_key_version,
      validUntil: row.valid_until?.getTime() ?? null,
      account: this.#rules(row),
    };
    this.#byTracker.set(tracker.trackerId, tracker);
    this.#byDevice.set(tracker.imei, tracker);
    const short = stripLeadingZeros(tracker.imei);
    // A tracker registered with exactly these digits has priority.
    if (this.#byDevice.get(short)?.imei !== short) this.#byDevice.set(short, tracker);
  }

  #modelOf(name: string): string {
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    this.#models.set(name, name);
    return name;
  }

  /** Milliseconds of inactivity after which a tracker of the account is offline. */
  offlineAfter(accountId: number): number {
    return (this.#accounts.get(accountId)?.offlineMinutes ?? DEFAULT_OFFLINE_MINUTES) * MINUTE;
  }

  /** The days of the time zone of an account. */
  dayOf(accountId: number): DayOf {
    return this.#accounts.get(accountId)?.dayOf ?? UTC_DAYS;
  }

  /** What trips and stops of an account must reach to be counted. */
  minimums(accountId: number): ActivityMinimums {
    return this.#accounts.get(accountId)?.minimums ?? ACTIVITY_MINIMUMS;
  }

  #rules(row: AccountRow): AccountRules {
    const rules = this.#accounts.get(row.account_id) ?? {
      accountId: row.account_id,
      deviceAuth: row.device_auth,
      retentionDays: row.retention_days,
      plainCoordinates: row.plain_coordinates,
      offlineMinutes: row.offline_minutes,
      movingSpeed: row.moving_speed,
      timeZone: row.time_zone,
      nightStart: row.night_start,
      nightEnd: row.night_end,
      dayOf: daysOf(row),
      gapMs: row.gap_minutes * MINUTE,
      minimums: minimumsOf(row),
      maxPositionsPerSecond: row.max_positions_per_second,
      statusNotices: this.#statusNotices.get(row.account_id) ?? [],
    };
    rules.deviceAuth = row.device_auth;
    rules.retentionDays = row.retention_days;
    rules.plainCoordinates = row.plain_coordinates;
    rules.offlineMinutes = row.offline_minutes;
    rules.movingSpeed = row.moving_speed;
    rules.gapMs = row.gap_minutes * MINUTE;
    rules.minimums = minimumsOf(row);
    rules.maxPositionsPerSecond = row.max_positions_per_second;
    const isSameDay = rules.timeZone === row.time_zone;
    if (!isSameDay || rules.nightStart !== row.night_start || rules.nightEnd !== row.night_end) {
      rules.timeZone = row.time_zone;
      rules.nightStart = row.night_start;
      rules.nightEnd = row.night_end;
      rules.dayOf = daysOf(row);
    }
    this.#accounts.set(row.account_id, rules);
    return rules;
  }
}

function minimumsOf(row: AccountRow): ActivityMinimums {
  return toMinimums({
    minTripMetres: row.min_trip_metres,
    minTripMinutes: row.min_trip_minutes,
    minStopMinutes: row.min_stop_minutes,
  });
}

function daysOf({ time_zone, night_start, night_end }: AccountRow): DayOf {
  const night = { nightStart: night_start, nightEnd: night_end };
  return createDayOf(createUtcToLocal(time_zone), night);
}

/** Must match `ltrim(imei, '0')` in the database, which has an index on it. */
function stripLeadingZeros(deviceId: string): string {
  let start = 0;
  while (deviceId.charCodeAt(start) === 0x30) start++;
  return start === 0 ? deviceId : deviceId.slice(start);
}

/** Returns the details that a protocol needs about a device; null when it is not known (yet). */
export function detailsOf(tracker: RegisteredTracker | null | undefined): DeviceDetails | null {
  if (!tracker) return null;
  return { model: tracker.model, plainCoordinates: tracker.account.plainCoordinates };
}
