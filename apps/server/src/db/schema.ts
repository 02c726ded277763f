// Length: one interface with the columns of all tables, which Kysely needs as a single type.
import type { TaskTier } from '@wakeline/contract/aviation/task-contacts';
import type { ConfirmedChannel, RecipientForm } from '@wakeline/contract/delivery/recipients';
import type { SubscriptionScope } from '@wakeline/contract/delivery/subscriptions';
import type { MapLayer, MethodChoice, TileState } from '@wakeline/contract/entities/map-layer';
import type { Display, FenceData, FullRoute, Route } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ErrorName } from '@wakeline/contract/errors';
import type { CommentKind } from '@wakeline/contract/live-events/comments';
import type { HelperPoints } from '@wakeline/contract/live-events/match-helpers';
import type { MuteKind } from '@wakeline/contract/live-events/moderation';
import type { LiveConf } from '@wakeline/contract/matches/live-conf';
import type { StartMode } from '@wakeline/contract/matches/match-classes';
import type { MatchState } from '@wakeline/contract/matches/matches';
import type { ParticipantForm } from '@wakeline/contract/matches/participants';
import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import type { RaceSettings } from '@wakeline/contract/matches/race-settings';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import type {
  OcadDetails,
  OcadMethod,
  OcadPlacementForm,
  OcadTileState,
  OcadTiles,
} from '@wakeline/contract/ocad-maps/ocad-map';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import type { ReportFormat } from '@wakeline/contract/reports/report-files';
import type { PauseReason } from '@wakeline/contract/reports/schedules';
import type { SatelliteRole } from '@wakeline/contract/roles';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import type { ScreenSettings } from '@wakeline/contract/screens/screens';
import type { TaskState } from '@wakeline/contract/tasks';
import type { FeedArea, FeedConnection } from '@wakeline/contract/trackers/feeds';
import type { AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import type { AircraftEmergency } from '@wakeline/domain/aviation/emergency';
import type { FlightPlace } from '@wakeline/domain/aviation/flight-place';
import type { FlightLimits } from '@wakeline/domain/aviation/flight-profile';
import type { Leg, LegCorrection, LegField } from '@wakeline/domain/aviation/leg';
import type { OverdueFlight, OverdueReason } from '@wakeline/domain/aviation/overdue-flight';
import type { IntervalCall, TrackingMember, TrackingPurpose } from '@wakeline/domain/aviation/tracking-mode';
import type { EventMap, EventSettings, FrozenCourse, ObjectKind } from '@wakeline/domain/courses/event';
import type {
  DeliveryChannel,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '@wakeline/domain/delivery/delivery';
import type { ForwardContent, ForwardKind, MqttVersion } from '@wakeline/domain/delivery/forwarding';
import type { IconName } from '@wakeline/domain/devices/device-icon';
import type { FeedKind } from '@wakeline/domain/devices/feed-kinds';
import type { EventFence, EventKey } from '@wakeline/domain/events/tracker-event';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionOrigin } from '@wakeline/domain/instructions/instruction-origin';
import type {
  InstructionChannel,
  InstructionFailure,
  InstructionState,
} from '@wakeline/domain/instructions/instruction-state';
import type { InstructionText, WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import type { MediaKind, MediaRefusal, MediaTrigger } from '@wakeline/domain/media/media';
import type { AlarmReason, AlarmState, AlarmStep } from '@wakeline/domain/notices/alarm-handling';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { CountryCode } from '@wakeline/domain/people/countries';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { RelativePeriod, ReportRepeat } from '@wakeline/domain/reports/report-schedule';
import type { RuleCondition } from '@wakeline/domain/rules/rule';
import type { WeekSchedule } from '@wakeline/domain/rules/schedule';
import type { TaskAlert, TaskArea, TaskLine } from '@wakeline/domain/rules/watch-task';
import type { AddressConvention, ContactKind } from '@wakeline/domain/satellite/convention';
import type { MessageFailure, MessageState, WaitReason } from '@wakeline/domain/satellite/message-states';
import type { MessageType } from '@wakeline/domain/satellite/message-types';
import type { MessageGateway, SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';
import type { ScreenKind } from '@wakeline/domain/screens/box-kinds';
import type { StoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import type { TaskEvidence } from '@wakeline/domain/tracker-state/tracker-state';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type OptionalNumber = ColumnType<number | null, number | null | undefined, number | null>;
type Created = ColumnType<Date, Date | string | undefined, never>;

/** Of a position in a satellite message, which becomes part of the track of the device. */
type PositionState = 'waiting' | 'stored' | 'refused';

/** Settings of an orienteering event that are not columns. */
type StoredEventSettings = Omit<EventSettings, 'name' | 'date' | 'place'>;

/** A JSON object of any fields. */
export type JsonFields = Readonly<Record<string, unknown>>;

/**
 * The tables as Kysely types; `migrations/` creates them. Only `positions/` uses `position`, only `events/` uses
 * `event`, and only `files/` uses `stored_file`.
 */
/** Bought gifts, as an order stores them until it is paid. Money in fen. */
export interface StoredPurchase {
  /** Null: deleted since. */
  readonly giftId: number | null;
  readonly giftName: string;
  readonly pictureFileId: string;
  readonly price: number;
  readonly count: number;
  readonly votes: number;
  readonly giver: string;
  /** Null: removed since. */
  readonly participantId: number | null;
  readonly receiver: string;
}

export interface Schema {
  account: {
    account_id: Generated<number>;
    name: string;
    time_zone: Generated<string>;
    device_password: string;
    device_auth: Generated<boolean>;
    operator: Generated<boolean>;
    retention_days: Generated<number>;
    plain_coordinates: Generated<boolean>;
    offline_minutes: Generated<number>;
    moving_speed: Generated<number>;
    min_trip_metres: Generated<number>;
    min_trip_minutes: Generated<number>;
    min_stop_minutes: Generated<number>;
    gap_minutes: Generated<number>;
    night_start: Generated<number>;
    night_end: Generated<number>;
    link_code: string | null;
    branding: JSONColumnType<Record<string, string>, string | undefined, string>;
    created_at: Created;
    dealer_id: number | null;
    sign_secret: Buffer | null;
    ground_support_url: string | null;
    max_positions_per_second: number | null;
    max_consoles: number | null;
    max_file_bytes: number | null;
  };
  account_intake: {
    account_id: number;
    /** The process that measures. */
    member: string;
    measured_at: Timestamp;
    positions_per_second: number;
    limited_at: Timestamp | null;
  };
  engine_commit: { partition: number; token: string };
  history_location: { is_only: Generated<boolean>; store: 'postgresql' | 'clickhouse' };
  history_copy_week: {
    week: number;
    source_mark: string;
    target_mark: string;
  };
  account_plugin: {
    account_id: number;
    role: string;
    valid_until: OptionalTimestamp;
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
    note_name: Generated<string>;
    phone: string | null;
    all_groups: Generated<boolean>;
    created_by: number | null;
    totp_secret: Buffer | null;
    totp_confirmed_at: OptionalTimestamp;
    totp_last_step: number | null;
    update_read_to: Generated<number>;
  };
  user_group: { user_id: number; group_id: number };
  recovery_code: { user_id: number; code_hash: Buffer };
  api_token: {
    token_id: Generated<number>;
    user_id: number;
    name: string;
    token_hash: Buffer;
    permission: 'administrator' | 'editor' | 'viewer';
    roles: string[];
    created_at: Timestamp;
    expires_at: Timestamp;
    last_used_at: OptionalTimestamp;
  };
  sms_code: {
    code_id: Generated<number>;
    phone: string;
    type: number;
    code_hash: Buffer;
    address: string;
    created_at: Timestamp;
    tries: Generated<number>;
    used: Generated<boolean>;
  };
  reset_ticket: { ticket_hash: Buffer; user_id: number; expires_at: Timestamp };
  used_sign: { sign: string; expires_at: Timestamp };
  outbox_message: { message_id: Generated<number>; recipient: string; text: string; created_at: Timestamp };
  server_setting: { name: string; value: JSONColumnType<object, string, string> };
  activation_code: {
    code_hash: Buffer;
    code_id: Generated<number>;
    beginning: Generated<string>;
    roles: string[];
    days: number | null;
    note: Generated<string>;
    created_at: Created;
    expires_at: OptionalTimestamp;
    used_at: OptionalTimestamp;
    used_by: number | null;
  };
  update_entry: {
    entry_id: Generated<number>;
    title_zh: string;
    html_zh: string;
    title_en: string | null;
    html_en: string | null;
    created_at: Timestamp;
  };
  extension_panel: {
    panel_id: Generated<number>;
    account_id: number;
    name: string;
    address: string;
    sort: number;
    display: 'SHOW' | 'HIDE';
  };
  audit_entry: {
    audit_id: Generated<number>;
    account_id: number;
    at: Timestamp;
    user_id: number | null;
    login: string;
    action: string;
    target: string;
    address: string;
    before: JSONColumnType<JsonFields | null, string | null, string | null>;
    after: JSONColumnType<JsonFields | null, string | null, string | null>;
    via: 'session' | 'token' | null;
    token_name: string | null;
    own: Generated<boolean>;
  };
  stored_file: {
    file_id: string;
    account_id: number;
    kind:
      | 'picture'
      | 'result'
      | 'upload'
      | 'photo'
      | 'recording'
      | 'report'
      | 'source'
      | 'tiles'
      | 'portrait'
      | 'video';
    user_id: number | null;
    media_type: string;
    name: string;
    bytes: number;
    sha256: Buffer;
    created_at: Timestamp;
    expires_at: OptionalTimestamp;
  };
  task: {
    task_id: Generated<number>;
    account_id: number;
    user_id: number | null;
    kind: string;
    subject: JSONColumnType<JsonFields, string, string>;
    state: TaskState;
    progress: Generated<number>;
    total: Generated<number>;
    file_id: string | null;
    created_at: Timestamp;
    is_read: Generated<boolean>;
    failure: string | null;
    open_attempts: Generated<number>;
    workload: Generated<'small' | 'large' | 'erasure'>;
    round: Generated<number>;
    attempt: Generated<number>;
    retry_of: number | null;
  };
  import_chunk: { chunk_id: Generated<number>; task_id: number; times: unknown };
  session: {
    session_id: Generated<number>;
    token_hash: Buffer;
    user_id: number;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    expires_at: Timestamp;
    address: string;
    user_agent: string;
  };
  login_failure: { subject: string; failed_at: Timestamp };
  tracker_group: {
    group_id: Generated<number>;
    account_id: number;
    parent_id: number | null;
    name: string;
    created_at: Created;
  };
  fence: {
    fence_id: Generated<number>;
    account_id: number;
    group_id: number | null;
    name: string;
    type: FenceShape['type'];
    data: JSONColumnType<FenceData, string, string>;
    corners: ColumnType<number, never, never>;
    color: string;
    display: Display;
    notice: 'BOTH' | 'IN' | 'OUT' | 'NONE';
    hold_seconds: number;
    hold_metres: number;
    note: string;
    created_at: Created;
    shaped_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  label_point: {
    label_point_id: Generated<number>;
    account_id: number;
    group_id: number | null;
    name: string;
    latitude: number;
    longitude: number;
    icon_url: string;
    color: string;
    display: Display;
    note: string;
    images: string[];
    created_at: Created;
  };
  route: {
    route_id: Generated<number>;
    account_id: number;
    group_id: number | null;
    name: string;
    type: Route['type'];
    origin: Route['origin'];
    color: string;
    weight: number;
    display: Display;
    flags: JSONColumnType<Route['points'], string, string>;
    data_points: JSONColumnType<FullRoute['dataPoints'], string, string>;
    line: JSONColumnType<Route['line'], string, string>;
    length: number;
    point_count: number;
    start_name: string;
    end_name: string;
    note: string;
    created_at: Created;
  };
  rule: {
    rule_id: Generated<number>;
    account_id: number;
    name: string;
    condition: JSONColumnType<RuleCondition, string, string>;
    applies_to: 'all' | 'groups' | 'trackers';
    schedule: JSONColumnType<WeekSchedule, string, string> | null;
    enabled: boolean;
    changed_at: Timestamp;
    created_at: Created;
  };
  watch_task: {
    task_id: Generated<number>;
    account_id: number;
    name: string;
    flight_number: string;
    flight_id: number | null;
    note: string;
    line: JSONColumnType<TaskLine | null, string | null | undefined, string | null>;
    areas: JSONColumnType<readonly TaskArea[], string, string>;
    alerts: JSONColumnType<readonly TaskAlert[], string, string>;
    shift_range: number | null;
    execute_from: OptionalTimestamp;
    execute_to: OptionalTimestamp;
    is_open: boolean;
    changed_at: Timestamp;
    created_at: Created;
  };
  watch_task_device: { task_id: number; tracker_id: number };
  watch_task_contact: {
    task_id: number;
    recipient_id: number;
    channel: ConfirmedChannel;
    tier: TaskTier;
    created_at: Timestamp;
  };
  tracking_mode: {
    task_id: number;
    account_id: number;
    user_id: number | null;
    login: string;
    interval: number;
    started_at: Timestamp;
    ends_at: Timestamp;
    ended_at: OptionalTimestamp;
  };
  tracking_mode_device: { task_id: number; tracker_id: number; state: TrackingMember };
  changed_interval: {
    tracker_id: number;
    account_id: number;
    user_id: number | null;
    login: string;
    task_name: string;
    instruction_id: number | null;
    purpose: TrackingPurpose | null;
    interval: number | null;
    may_be_raised: Generated<boolean>;
    restore_to: JSONColumnType<IntervalCall, string, string>;
    restore_from: number | null;
    restores: Generated<number>;
    failed_at: OptionalTimestamp;
  };
  watch_task_acknowledged: { task_id: number; tracker_id: number; condition: number; notice_at: number };
  rule_target: { rule_id: number; group_id: number | null; tracker_id: number | null };
  tracker_icon: {
    icon_id: Generated<number>;
    account_id: number;
    name: string;
    file_id: string;
    created_at: Created;
  };
  tracker_model: {
    model_id: Generated<number>;
    account_id: number;
    name: string;
    vendor: Generated<string>;
    protocol: Generated<string | null>;
    icon_url: Generated<string>;
    icon_type: Generated<'STANDARD' | 'CUSTOM'>;
    power: Generated<string | null>;
    based_on: Generated<string | null>;
    texts: JSONColumnType<readonly InstructionText[], string | undefined, string>;
    created_at: Created;
  };
  map_layer: {
    layer_id: Generated<number>;
    account_id: number;
    name: string;
    file_id: string;
    width: number;
    height: number;
    layer_points: JSONColumnType<MapLayer['layerPoints'], string, string>;
    map_points: JSONColumnType<MapLayer['mapPoints'], string, string>;
    opacity: number;
    sort: number;
    display: Display;
    created_at: Created;
    kind: 'own' | 'race';
    method: MethodChoice;
    map_scale: number | null;
    source_file_id: string | null;
    tile_state: TileState;
    tile_file_id: string | null;
    tile_gcj02_file_id: string | null;
    version: Generated<number>;
  };
  ocad_map: {
    map_id: Generated<number>;
    account_id: number;
    name: string;
    file_id: string;
    details: JSONColumnType<OcadDetails, string, string>;
    paper_points: JSONColumnType<OcadPlacementForm['paperPoints'], string, string>;
    map_points: JSONColumnType<OcadPlacementForm['mapPoints'], string, string>;
    method: OcadMethod;
    display: Display;
    tile_state: OcadTileState;
    tiles: JSONColumnType<OcadTiles | null, string | null, string | null>;
    tile_file_id: string | null;
    tile_gcj02_file_id: string | null;
    version: Generated<number>;
    created_at: Created;
  };
  user_display: { user_id: number; tracker_id: number | null; group_id: number | null; display: Display };
  sos_lift: { tracker_id: number; account_id: number; lifted_at: Timestamp; user_id: number | null };
  share_link: {
    share_id: Generated<number>;
    account_id: number;
    user_id: number;
    name: string;
    code_hash: Buffer;
    back_minutes: number;
    replay_start: Generated<number | null>;
    replay_end: Generated<number | null>;
    created_at: Timestamp;
    expires_at: Timestamp;
    withdrawn_at: OptionalTimestamp;
    last_opened_at: OptionalTimestamp;
    screen_id: Generated<number | null>;
    hides_names: Generated<boolean>;
  };
  screen: {
    screen_id: Generated<number>;
    account_id: number;
    user_id: number | null;
    kind: ScreenKind;
    name: string;
    boxes: JSONColumnType<ScreenBox[], string, string>;
    settings: JSONColumnType<ScreenSettings, string, string>;
    edited_at: Timestamp;
  };
  course_event: {
    event_id: Generated<number>;
    account_id: number;
    name: string;
    /** \`YYYY-MM-DD\`. */
    held_on: ColumnType<Date | null, string | null, string | null>;
    place: string;
    settings: JSONColumnType<StoredEventSettings, string, string>;
    revision: number;
    settings_revision: number;
    settings_version: number;
    settings_user: string;
    settings_edited_at: Timestamp;
    purged_revision: Generated<number>;
    document: string | null;
    edited_at: Timestamp;
  };
  course_object: {
    event_id: number;
    kind: ObjectKind;
    object_id: string;
    ordinal: Generated<number>;
    version: number;
    revision: number;
    code: string | null;
    data: ColumnType<JsonFields | null, string | null, string | null>;
    user_name: string;
    edited_at: Timestamp;
  };
  course_version: {
    version_id: Generated<number>;
    account_id: number;
    event_id: number | null;
    course_id: string;
    number: number;
    name: string;
    data: JSONColumnType<FrozenCourse, string, string>;
    user_name: string;
    created_at: Timestamp;
  };
  match: {
    match_id: Generated<number>;
    account_id: number;
    name: string;
    place: string;
    state: MatchState;
    start_at: Timestamp;
    end_at: Timestamp;
    maps: JSONColumnType<EventMap[], string, string>;
    settings: JSONColumnType<RaceSettings, string, string>;
    code: string;
    live_conf: JSONColumnType<LiveConf, string | undefined, string>;
    revision: Generated<number>;
    edited_at: Timestamp;
  };
  match_course: {
    course_id: Generated<number>;
    match_id: number;
    version_id: number | null;
    source: JSONColumnType<RaceCourseSource, string, string>;
    data: JSONColumnType<RaceCourse, string, string>;
    created_at: Timestamp;
  };
  match_class: {
    class_id: Generated<number>;
    match_id: number;
    name: string;
    course_id: number | null;
    start_mode: StartMode;
    start_at: OptionalTimestamp;
  };
  match_participant: {
    participant_id: Generated<number>;
    match_id: number;
    person_id: number | null;
    number: string;
    name: string;
    club: string;
    nationality: string;
    gender: ParticipantForm['gender'];
    class_id: number | null;
    course_id: number | null;
    start_at: OptionalTimestamp;
    tracker_id: number | null;
    tracker_from: OptionalTimestamp;
    tracker_to: OptionalTimestamp;
    color: string | null;
  };
  match_correction: {
    correction_id: Generated<number>;
    match_id: number;
    participant_id: number;
    data: JSONColumnType<CorrectionValue, string, string>;
    reason: string;
    user_name: string;
    created_at: Timestamp;
  };
  match_video: {
    match_id: number;
    key_hash: Buffer | null;
    key_at: OptionalTimestamp;
    revoked_hash: Buffer | null;
    record: Generated<boolean>;
    publish: Generated<boolean>;
    started_at: OptionalTimestamp;
    seen_at: OptionalTimestamp;
    publishing: Generated<boolean>;
    ended_at: OptionalTimestamp;
  };
  match_recording: {
    recording_id: Generated<number>;
    match_id: number;
    started_at: Timestamp;
    file_id: string | null;
    seconds: number | null;
    bytes: number | null;
  };
  match_live: {
    match_id: number;
    last_comment: Generated<number>;
    last_gift: Generated<number>;
    likes: Generated<number>;
    words: Generated<string[]>;
    comments: Generated<number>;
  };
  match_comment: {
    match_id: number;
    number: number;
    client_key: string;
    kind: CommentKind;
    viewer_key: string | null;
    address: string | null;
    user_name: string | null;
    name: string;
    text: string;
    likes: Generated<number>;
    created_at: Timestamp;
    deleted_at: OptionalTimestamp;
    deleted_by: string | null;
  };
  match_comment_like: { match_id: number; number: number; viewer_key: string };
  match_mute: {
    mute_id: Generated<number>;
    match_id: number;
    kind: MuteKind;
    value: string;
    name: string;
    user_name: string;
    created_at: Timestamp;
  };
  gift: {
    gift_id: Generated<number>;
    match_id: number;
    name: string;
    price: number;
    votes: number;
    picture_file_id: string;
    hidden: boolean;
    created_at: Timestamp;
  };
  voucher: {
    voucher_id: Generated<number>;
    match_id: number;
    code_hash: Buffer;
    code_end: string;
    label: string;
    amount: number;
    balance: number;
    expires_at: Timestamp;
    created_at: Timestamp;
    user_name: string;
    revoked_at: OptionalTimestamp;
  };
  gift_order: {
    order_id: string;
    match_id: number;
    client_key: string;
    purchase: JSONColumnType<StoredPurchase, string, never>;
    picture_file_id: string;
    total: number;
    pay_url: string;
    created_at: Timestamp;
    paid_at: OptionalTimestamp;
  };
  gift_record: {
    record_id: Generated<number>;
    match_id: number;
    number: number;
    client_key: string;
    gift_id: number | null;
    gift_name: string;
    picture_file_id: string;
    price: number;
    count: number;
    total: number;
    votes: number;
    giver: string;
    participant_id: number | null;
    receiver: string;
    voucher_id: number | null;
    order_id: string | null;
    created_at: Timestamp;
  };
  match_helper: {
    helper_id: Generated<number>;
    match_id: number;
    name: string;
    points: HelperPoints;
    code_hash: Buffer;
    user_name: string;
    created_at: Timestamp;
    last_used_at: OptionalTimestamp;
    revoked_at: OptionalTimestamp;
  };
  match_helper_token: { token_hash: Buffer; helper_id: number; created_at: Timestamp; expires_at: Timestamp };
  cluster_setting: { only_row: Generated<boolean>; cluster_id: Generated<string>; partitions: number };
  cluster_member: {
    member_id: string;
    host: string;
    pid: number;
    roles: string[];
    started_at: Created;
    seen_at: Timestamp;
  };
  partition_offset: { partition: number; stream: Timestamp; seq: number };
  match_minute: {
    match_id: number;
    minute: Timestamp;
    viewers: number | null;
    comments: Generated<number>;
    gifts: Generated<number>;
    total: Generated<number>;
    votes: Generated<number>;
  };
  share_tracker: { share_id: number; tracker_id: number; place: number };
  geocoded: { latitude: number; longitude: number; language: string; address: string; asked_at: Timestamp };
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
    valid_until: OptionalTimestamp;
    created_at: Created;
    protocol: Generated<string | null>;
    report_key_version: Generated<number>;
    search: ColumnType<string, never, never>;
  };
  tracker_state: {
    tracker_id: number;
    account_id: number;
    version: number;
    fix_time: number | null;
    latitude: number | null;
    longitude: number | null;
    altitude: number | null;
    altitude_kind: AltitudeKind | null;
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
    activated_at: number | null;
    memory: JSONColumnType<StoredMemory, string | undefined, string>;
  };
  validity_change: {
    change_id: Generated<number>;
    tracker_id: number;
    account_id: number;
    changed_at: Timestamp;
    user_id: number | null;
    login: string;
    valid_from: Timestamp | null;
    valid_until: Timestamp | null;
  };
  expiry_notice: { tracker_id: number; valid_until: Timestamp; days: number };
  removed_tracker: { tracker_id: number };
  event: {
    time: number;
    since: number | null;
    tracker_id: number;
    ref: number;
    latitude: number | null;
    longitude: number | null;
    kind: number;
    data: JSONColumnType<JsonFields | null, string | null, string | null>;
  };
  account_log_head: { account_id: number; seq: number };
  account_log: {
    account_id: number;
    seq: number;
    kind: 'notice' | 'deleted' | 'alarm';
    tracker_id: number | null;
    created_at: Timestamp;
    /** By kind: see `noticePayload` and `alarmPayload` in `account-log.ts`. */
    payload: JSONColumnType<NoticePayload | AlarmPayload, string, string>;
  };
  notice_read: { user_id: number; seq: number };
  alarm: {
    account_id: number;
    seq: number;
    tracker_id: number | null;
    notice_type: NoticeType;
    notice_at: Timestamp;
    latitude: number | null;
    longitude: number | null;
    state: AlarmState;
    owner_id: number | null;
    owner: Generated<string>;
    reason: AlarmReason | null;
    changed_at: Timestamp;
    event_time: number | null;
    event_kind: number | null;
    event_ref: number | null;
  };
  alarm_step: {
    step_id: Generated<number>;
    account_id: number;
    seq: number;
    at: Timestamp;
    user_id: number | null;
    login: string;
    step: AlarmStep;
    reason: AlarmReason | null;
    comment: string;
  };
  rejected_report: {
    rejected_id: Generated<number>;
    received_at: Timestamp;
    protocol: string;
    device_id: string;
    reason: string;
    raw: Buffer;
  };
  refused_device: {
    tracker_id: number;
    reason: string;
    protocol: string;
    address: string;
    first_time: Timestamp;
    last_time: Timestamp;
    count: number;
  };
  unregistered_device: {
    imei: string;
    protocol: string;
    first_time: Timestamp;
    last_time: Timestamp;
    address: string;
    count: number;
    latitude: number | null;
    longitude: number | null;
    fix_time: OptionalTimestamp;
  };
  feed: {
    feed_id: Generated<number>;
    account_id: number;
    name: string;
    kind: FeedKind;
    connection: JSONColumnType<FeedConnection, string, string>;
    token_version: Generated<number>;
    area: JSONColumnType<FeedArea | null, string | null, string | null>;
    interval_seconds: number;
    unknown_objects: 'ignore' | 'traffic';
    enabled: boolean;
    created_at: Created;
  };
  feed_sender: { address: string; feed_id: number };
  server_secret: { name: string; value: Buffer };
  recipient: {
    recipient_id: Generated<number>;
    account_id: number;
    kind: RecipientForm['kind'];
    user_id: number | null;
    name: Generated<string>;
    language: Generated<Language>;
    email: string | null;
    email_confirmed_at: OptionalTimestamp;
    email_unsubscribed_at: OptionalTimestamp;
    phone: string | null;
    phone_confirmed_at: OptionalTimestamp;
    url: string | null;
    secret_version: Generated<number>;
    created_at: Timestamp;
  };
  address_code: {
    recipient_id: number;
    channel: ConfirmedChannel;
    number: number;
    created_at: Timestamp;
    tries: Generated<number>;
  };
  subscription: {
    subscription_id: Generated<number>;
    account_id: number;
    recipient_id: number;
    channel: DeliveryChannel;
    notice_types: NoticeType[];
    rule_ids: Generated<number[]>;
    scope: JSONColumnType<SubscriptionScope, string, string>;
    quiet_from: number | null;
    quiet_to: number | null;
    digest_minutes: number;
    escalate_minutes: number;
    enabled: boolean;
    created_at: Timestamp;
  };
  delivery_cursor: { account_id: number; seq: number };
  delivery: {
    delivery_id: Generated<number>;
    account_id: number;
    recipient_id: number;
    subscription_id: number | null;
    channel: DeliveryChannel;
    kind: DeliveryKind;
    group_key: string | null;
    idempotency_key: string;
    seqs: number[];
    counts: JSONColumnType<Readonly<Partial<Record<NoticeType, number>>>, string, string>;
    escalated: boolean;
    state: DeliveryState;
    reason: DeliveryReason | null;
    detail: Generated<string>;
    attempts: Generated<number>;
    created_at: Timestamp;
    next_at: Timestamp;
    finished_at: OptionalTimestamp;
    report_run_id: OptionalNumber;
  };
  push_subscription: {
    push_id: Generated<number>;
    user_id: number;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    user_agent: string;
    created_at: Timestamp;
  };
  forward_target: {
    target_id: Generated<number>;
    account_id: number;
    name: string;
    kind: ForwardKind;
    url: string;
    topic: string | null;
    protocol_version: MqttVersion | null;
    user_name: string | null;
    sealed_password: Buffer | null;
    secret_version: Generated<number>;
    contents: ForwardContent[];
    scope: JSONColumnType<SubscriptionScope, string, string>;
    enabled: boolean;
    created_at: Timestamp;
    next_at: Timestamp;
    sending: Generated<boolean>;
    claims: Generated<number>;
    sending_to: number | null;
    failures: Generated<number>;
    sent: Generated<number>;
    dropped: Generated<number>;
    sent_at: OptionalTimestamp;
    failed_at: OptionalTimestamp;
    reason: DeliveryReason | null;
    detail: Generated<string>;
    tested_at: OptionalTimestamp;
  };
  forward_batch: {
    target_id: number;
    seq: Generated<number>;
    created_at: Timestamp;
    entries: number;
    bytes: number;
    body: string;
  };
  plane: {
    plane_id: Generated<number>;
    account_id: number;
    tail_number: string;
    hex_address: string | null;
    kind: number;
    model: string;
    layout: string;
    group_id: number | null;
    icon: IconName;
    tracker_id: number | null;
    thresholds: JSONColumnType<Partial<FlightLimits>>;
    note: string;
    created_at: Timestamp;
    changed_at: Timestamp;
  };
  plane_binding: {
    binding_id: Generated<number>;
    plane_id: number;
    tracker_id: number | null;
    tracker_name: string;
    imei: string;
    bound_at: Timestamp;
    bound_by: string;
    unbound_at: OptionalTimestamp;
    unbound_by: string | null;
  };
  person: {
    person_id: Generated<number>;
    account_id: number;
    race_number: string | null;
    name: string;
    gender: 'male' | 'female' | 'unspecified';
    age: number | null;
    nationality: CountryCode | null;
    phone: string;
    communication_account_id: number | null;
    tracker_id: number | null;
    photo_file_id: string | null;
    emergency_contact_name: string;
    emergency_contact_phone: string;
    club: string;
    note: string;
    status: 'IN_RACE' | 'WITHDRAWN';
    status_changed_at: OptionalTimestamp;
    created_at: Timestamp;
    changed_at: Timestamp;
  };
  person_binding: Omit<Schema['plane_binding'], 'plane_id'> & { person_id: number };
  leg_recompute: {
    tracker_id: number;
    from_time: number;
    to_time: number;
    since: Timestamp;
    marked_at: Timestamp;
  };
  report_schedule: {
    schedule_id: Generated<number>;
    account_id: number;
    user_id: number | null;
    login: string;
    name: string;
    content: JSONColumnType<ReportContent, string, string>;
    period: RelativePeriod;
    repeat: ReportRepeat;
    day: number | null;
    minute: number;
    formats: ReportFormat[];
    enabled: boolean;
    pause_reason: PauseReason | null;
    time_zone: string;
    next_at: OptionalTimestamp;
    created_at: Timestamp;
  };
  report_schedule_recipient: {
    schedule_id: number;
    user_id: number | null;
    recipient_id: number | null;
    language: Language | null;
  };
  report_run: {
    run_id: Generated<number>;
    schedule_id: number;
    account_id: number;
    due_at: Timestamp;
    manual: boolean;
    time_zone: string;
    start_day: string;
    end_day: string;
    task_id: OptionalNumber;
    state: 'done' | 'failed' | 'cancelled' | null;
    failure: ErrorName | null;
    rows: OptionalNumber;
    finished_at: OptionalTimestamp;
  };
  report_file: { file_id: string; run_id: number; language: Language; format: ReportFormat };
  report_filter: {
    filter_id: Generated<number>;
    account_id: number;
    user_id: number;
    page: string;
    name: string;
    query: string;
    shared: boolean;
  };
  day_recompute: {
    tracker_id: number;
    from_time: number;
    to_time: number;
    since: Timestamp;
    marked_at: Timestamp;
  };
  episode: {
    started_at: number;
    ended_at: number;
    tracker_id: number;
    ref: Generated<number>;
    latitude: number | null;
    longitude: number | null;
    end_latitude: number | null;
    end_longitude: number | null;
    kind: number;
    metres: number | null;
    ignition: number | null;
    data: JSONColumnType<JsonFields | null, string | null, string | null>;
  };
  device_day: {
    tracker_id: number;
    day: number;
    trip_time: Generated<number>;
    stop_time: Generated<number>;
    gap_time: Generated<number>;
    offline_time: Generated<number>;
    ignition: number | null;
    idle: number | null;
    first_fix: number | null;
    last_fix: number | null;
    trip_metres: Generated<number>;
    other_metres: Generated<number>;
    night_time: Generated<number>;
    night_metres: Generated<number>;
    trips: Generated<number>;
    stops: Generated<number>;
    max_speed: number | null;
    max_time: number | null;
    max_latitude: number | null;
    max_longitude: number | null;
    alarms: Generated<number>;
    overspeeds: Generated<number>;
    entries: Generated<number>;
    exits: Generated<number>;
  };
  leg: {
    leg_id: Generated<number>;
    account_id: number;
    plane_id: number;
    tracker_id: number | null;
    started_at: number;
    ended_at: number | null;
    found: JSONColumnType<Leg>;
    departure: JSONColumnType<LegField | null, string | null | undefined, string | null>;
    arrival: JSONColumnType<LegField | null, string | null | undefined, string | null>;
    corrected: JSONColumnType<LegCorrection | null, string | null | undefined, string | null>;
    changed_at: Timestamp;
  };
  flight: {
    flight_id: Generated<number>;
    account_id: number;
    flight_number: string;
    plane_id: number | null;
    departure: JSONColumnType<FlightPlace>;
    arrival: JSONColumnType<FlightPlace>;
    takeoff_time: Timestamp;
    arrival_time: Timestamp;
    route_id: number | null;
    alternate: string | null;
    people_on_board: number | null;
    note: string;
    series_id: number | null;
    leg_id: number | null;
    cancelled_at: OptionalTimestamp;
    created_at: Timestamp;
    changed_at: Timestamp;
  };
  overdue_notice: { flight_id: number; reason: OverdueReason; planned_at: Timestamp };
  landing_place: {
    landing_place_id: Generated<number>;
    account_id: number;
    name: string;
    code: string | null;
    latitude: number;
    longitude: number;
    elevation: number | null;
    radius: number;
    note: string;
  };
  communication_account: {
    communication_account_id: Generated<number>;
    account_id: number;
    name: string;
    note: string;
    password_hash: string;
    network: SatelliteNetwork;
    card_number: string;
    card_key: string;
    tracker_id: number | null;
    level: number | null;
    bits: number | null;
    frequency: number | null;
    card_kind: number | null;
    gateway: TerminalGateway | null;
    created_at: Timestamp;
    last_message_id: ColumnType<number | null, number | null | undefined>;
    last_message_at: OptionalTimestamp;
  };
  satellite_message: {
    message_id: Generated<number>;
    account_id: number;
    communication_account_id: number | null;
    card_number: string;
    network: SatelliteNetwork;
    type: MessageType;
    sender: string;
    receiver: string;
    content: string;
    urgent: boolean;
    state: MessageState;
    reason: WaitReason | MessageFailure | null;
    cost_units: number;
    user_id: number | null;
    request_key: ColumnType<string | null, string | null | undefined>;
    raw: ColumnType<Buffer | null, Buffer | null | undefined, never>;
    received_by: ColumnType<MessageGateway | null, MessageGateway | null | undefined, never>;
    received_key: ColumnType<string | null, string | null | undefined, never>;
    reply_to: ColumnType<number | null, number | null | undefined, never>;
    reply_token: ColumnType<string | null, string | null | undefined, never>;
    written_at: OptionalTimestamp;
    latitude: OptionalNumber;
    longitude: OptionalNumber;
    altitude: OptionalNumber;
    speed: OptionalNumber;
    course: OptionalNumber;
    place_at: OptionalTimestamp;
    estimate_latitude: OptionalNumber;
    estimate_longitude: OptionalNumber;
    estimate_radius: OptionalNumber;
    position_state: ColumnType<PositionState | null, PositionState | null | undefined>;
    alarms: ColumnType<NoticeType[] | null, readonly NoticeType[] | null | undefined, never>;
    clears_sos: ColumnType<boolean, boolean | undefined, never>;
    reply_due_at: OptionalTimestamp;
    created_at: Timestamp;
    changed_at: Timestamp;
    expires_at: Timestamp;
  };
  satellite_part: {
    part_id: Generated<number>;
    message_id: number;
    number: number;
    gateway: MessageGateway;
    lane: string;
    receiver: string;
    urgent: boolean;
    pause: number | null;
    content: string;
    state: MessageState;
    reason: WaitReason | MessageFailure | null;
    attempts: Generated<number>;
    next_at: OptionalTimestamp;
    provider_id: string | null;
  };
  satellite_step: {
    step_id: Generated<number>;
    part_id: number;
    at: Timestamp;
    state: MessageState;
    reason: WaitReason | MessageFailure | null;
    evidence: string | null;
    detail: string;
  };
  satellite_lane: { lane: string; not_before: Timestamp };
  satellite_contact: {
    contact_id: Generated<number>;
    account_id: number;
    number: number | null;
    name: string;
    kind: ContactKind;
    address: string;
    created_at: Timestamp;
    written_at: OptionalTimestamp;
  };
  satellite_setting: {
    account_id: number;
    convention: JSONColumnType<AddressConvention, string | null, string | null> | null;
    monthly_quota: number | null;
  };
  satellite_usage: { account_id: number; month: Date | string; cost_units: number };
  satellite_template: {
    template_id: Generated<number>;
    account_id: number;
    name: string;
    content: string;
    role: ColumnType<SatelliteRole | null, SatelliteRole | null | undefined>;
    created_at: Timestamp;
  };
  satellite_bind_code: { code: string; account_id: number; user_id: number; expires_at: Timestamp };
  satellite_seen: { user_id: number; seen_at: Timestamp };
  satellite_machine: {
    name: string;
    card_number: string | null;
    broadcast: string | null;
    kind: number | null;
    frequency: number | null;
    level: number | null;
    subordinates: string[];
    state: string;
    detail: string;
    changed_at: Timestamp;
  };
  instruction: {
    instruction_id: Generated<number>;
    account_id: number;
    tracker_id: number;
    user_id: number | null;
    login: string;
    task_id: number | null;
    name: InstructionName;
    parameters: JSONColumnType<JsonFields>;
    channel: InstructionChannel;
    state: ColumnType<InstructionState, InstructionState | undefined, InstructionState>;
    reason: InstructionFailure | null;
    created_at: Timestamp;
    expires_at: Timestamp;
    attempts: Generated<number>;
    sent_at: OptionalTimestamp;
    receipt_keys: Generated<string[]>;
    receipt_until: OptionalTimestamp;
    finished_at: OptionalTimestamp;
    protocol: string | null;
    request: Buffer | null;
    receipt: Buffer | null;
    receipt_text: string | null;
    media_ids: Generated<number[]>;
    written_text: JSONColumnType<WrittenText | null, string | null | undefined, string | null>;
    origin: JSONColumnType<InstructionOrigin | null, string | null | undefined, string | null>;
    member_id: string | null;
  };
  device_media: {
    device_media_id: Generated<number>;
    tracker_id: number;
    kind: MediaKind;
    instruction_id: number | null;
    media_id: number | null;
    channel: number | null;
    cause: MediaTrigger | null;
    taken_at: Timestamp;
    received_at: Timestamp;
    latitude: number | null;
    longitude: number | null;
    file_id: string | null;
    bytes: number | null;
    width: number | null;
    height: number | null;
    sha256: Buffer | null;
    refusal: MediaRefusal | null;
    duration_ms: number | null;
    damaged: Generated<boolean>;
  };
  inbound_sms: {
    message_key: Buffer;
    received_at: Timestamp;
  };
  instruction_template: {
    template_id: Generated<number>;
    account_id: number;
    name: string;
    instruction: InstructionName;
    parameters: JSONColumnType<JsonFields>;
    created_at: Created;
  };
  import_identity: {
    account_id: number;
    origin: string;
    kind: 'group' | 'device' | 'user' | 'geofence';
    source_id: number;
    target_type: 'group' | 'tracker' | 'user' | 'fence' | 'route';
    target_id: number;
    resume_at: number | null;
  };
}

/** The data of a notice, independent of a language: its text is generated for each reader. */
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
  /** For IN and OUT: the fence, with its name and its group at that time. */
  readonly fence?: EventFence;
  /** The rule of the account that made it, with what it measured in the unit of its type. */
  readonly rule?: { readonly ruleId: number; readonly ruleName: string; readonly value: number | null };
  /** The task of the account that made it, with what it measured and the position at that time. */
  readonly task?: TaskEvidence;
  /** The event in the history of the tracker that caused it; omitted in notices of older versions and for EXPIRING. */
  readonly event?: EventKey;
  /** For VOICE: the recording that the device sent. It may have been deleted since. */
  readonly recordingId?: number;
  /** For BDNOTICE: the message of the satellite terminal, and its text. */
  readonly satelliteMessage?: { readonly messageId: number; readonly text: string };
  /** For EXPIRING: the end of the validity, epoch milliseconds, and how many other devices of the group it concerns. */
  readonly expiry?: { readonly validUntil: number; readonly others: number };
  /** For EMERGENCY, if the device says which one. */
  readonly emergency?: AircraftEmergency;
  /** Of a notice about an overdue flight. */
  readonly flight?: OverdueFlight;
}

/** The handling of an alarm after a change, for open consoles. */
export interface AlarmPayload {
  /** Number of its notice. */
  readonly messageId: number;
  readonly state: AlarmState;
  readonly ownerId: number | null;
  readonly owner: string;
  readonly reason: AlarmReason | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}
