import type { NoticeType } from '@wakeline/domain/notice-type';
import type { TrackerMemory } from '@wakeline/domain/tracker-state';
import type { TrackerStatus } from '@wakeline/domain/tracker-status';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Created = ColumnType<Date, Date | string | undefined, never>;

/** The tables, as Kysely sees them; `migrations/` is where they are made. Only `positions/` knows `position`. */
export interface Schema {
  account: {
    account_id: Generated<number>;
    name: string;
    time_zone: Generated<string>;
    device_password: string;
    device_auth: Generated<boolean>;
    operator: Generated<boolean>;
    retention_days: Generated<number>;
    link_code: string | null;
    branding: JSONColumnType<Record<string, string>, string | undefined, string>;
    created_at: Created;
  };
  app_user: {
    user_id: Generated<number>;
    account_id: number;
    login: string;
    password_hash: string;
    permission: 'holder' | 'administrator' | 'editor' | 'viewer';
    roles: string[];
    plugins_order: string[];
    config: JSONColumnType<Record<string, unknown>, string | undefined, string>;
    disabled: Generated<boolean>;
    read_to: Generated<number>;
    created_at: Created;
  };
  session: {
    token_hash: Buffer;
    user_id: number;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    expires_at: Timestamp;
    address: string;
    user_agent: string;
  };
  login_failure: { subject: string; failed_at: Timestamp };
  tracker_group: { group_id: Generated<number>; account_id: number; name: string; created_at: Created };
  tracker: {
    tracker_id: Generated<number>;
    account_id: number;
    group_id: number | null;
    name: string;
    label: Generated<string>;
    imei: string;
    model: Generated<string>;
    password: string;
    icon_url: Generated<string>;
    icon_type: Generated<'STANDARD' | 'CUSTOM'>;
    note: Generated<string>;
    iot_card: Generated<string>;
    valid_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    created_at: Created;
  };
  tracker_state: {
    tracker_id: number;
    account_id: number;
    version: number;
    fix_time: number | null;
    latitude: number | null;
    longitude: number | null;
    altitude: number | null;
    speed: number | null;
    course: number | null;
    accuracy: number | null;
    satellites: number | null;
    battery: number | null;
    gsm: number | null;
    mileage: number;
    comm_time: number | null;
    status: TrackerStatus;
    status_since: number | null;
    memory: JSONColumnType<TrackerMemory, string | undefined, string>;
  };
  removed_tracker: { tracker_id: number };
  account_log_head: { account_id: number; seq: number };
  account_log: {
    account_id: number;
    seq: number;
    kind: 'notice';
    tracker_id: number | null;
    created_at: Timestamp;
    payload: JSONColumnType<NoticePayload, string, string>;
  };
  notice_read: { user_id: number; seq: number };
  rejected_report: {
    rejected_id: Generated<number>;
    received_at: Timestamp;
    protocol: string;
    device_id: string;
    reason: string;
    raw: Buffer;
  };
  unregistered_device: {
    imei: string;
    protocol: string;
    first_time: Timestamp;
    last_time: Timestamp;
    address: string;
    count: number;
  };
  server_secret: { name: string; value: Buffer };
}

/** What a notice says, in no language: the sentence is made for its reader. */
export interface NoticePayload {
  readonly noticeType: NoticeType;
  /** Epoch milliseconds of the report that caused it. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Percent, for LOWPOWER. */
  readonly battery: number | null;
  /** km/h, for OVERSPEED, RUNNING. */
  readonly speed: number | null;
}
