import { parseSync } from 'oxc-parser';

/** How a query uses a table: directly, or joined to rows of another one. */
type Use = 'query' | 'join';

interface TableUse {
  readonly table: string;
  readonly use: Use;
  readonly line: number;
}

/** Kysely's methods whose first argument is a table. */
const METHODS: Readonly<Record<string, Use>> = {
  selectFrom: 'query',
  insertInto: 'query',
  replaceInto: 'query',
  updateTable: 'query',
  deleteFrom: 'query',
  mergeInto: 'query',
  innerJoin: 'join',
  leftJoin: 'join',
  rightJoin: 'join',
  fullJoin: 'join',
  crossJoin: 'join',
  using: 'join',
};

/** SQL keywords before a table. */
const IN_SQL = /\b(from|into|update|table|truncate|join|using)\s+(?:only\s+)?"?([a-z_]+)"?/gi;
const JOINING: ReadonlySet<string> = new Set(['join', 'using']);

/** The only folder of the server that queries a table. */
interface TableOwner {
  /** Folder, relative to the root of the repository. */
  readonly owner: string;
  /** Other files that may join the table to their own rows. */
  readonly joinedBy: readonly string[];
}

const SERVER = 'apps/server/src';
const JOINS_TRACKERS = [
  'alarms/resolve-silent.ts',
  'alarms/read-alarms.ts',
  'aviation/watch-tasks.ts',
  'delivery/dispatch.ts',
  'features/live/display.queries.ts',
  'features/notices/delete-notice.ts',
  'features/notices/notice-columns.ts',
  'features/notices/notices.queries.ts',
  'features/notices/select-notices.ts',
  'features/notices/track-notices.ts',
  'features/settings/account/account-settings.handlers.ts',
  'features/shares/shares.queries.ts',
  'features/trackers/groups/groups.queries.ts',
  'instructions/list.ts',
  'instructions/photo-instruction.ts',
  'ingest/refused-devices.ts',
  'ingest/unregistered.ts',
  'device-media/read-media.ts',
  'device-media/retention.ts',
  'device-media/store-media.ts',
  'aviation/bindings.ts',
  'aviation/flights.ts',
  'aviation/planes.ts',
  'people/bindings.ts',
  'people/people.ts',
  'places/account-search.ts',
  'satellite/accounts.ts',
  'satellite/read-messages.ts',
  'satellite/taken-terminals.ts',
  'races/participants.ts',
];

/** Tables that have one owner. */
const OWNERS: Readonly<Record<string, TableOwner>> = {
  position: { owner: 'positions', joinedBy: [] },
  tracker: { owner: 'trackers', joinedBy: JOINS_TRACKERS },
  event: { owner: 'events', joinedBy: ['reports/episode-rows.ts', 'reports/fence-visits.ts'] },
  alarm: {
    owner: 'alarms',
    joinedBy: [
      'events/alarm-records.ts',
      'features/notices/audience-notices.ts',
      'features/notices/select-notices.ts',
    ],
  },
  alarm_step: { owner: 'alarms', joinedBy: [] },
  feed: { owner: 'feeds', joinedBy: [] },
  feed_sender: { owner: 'feeds', joinedBy: [] },
  fence: { owner: 'fences', joinedBy: ['reports/fence-visits.ts', 'reports/overspeeds.ts'] },
  address_code: { owner: 'delivery', joinedBy: [] },
  communication_account: { owner: 'satellite', joinedBy: ['people/people.ts'] },
  cluster_setting: { owner: 'cluster', joinedBy: [] },
  cluster_member: { owner: 'cluster', joinedBy: [] },
  partition_offset: { owner: 'ingest', joinedBy: [] },
  course_event: { owner: 'features/courses', joinedBy: [] },
  course_object: { owner: 'features/courses', joinedBy: [] },
  course_version: { owner: 'course-versions', joinedBy: [] },
  delivery: { owner: 'delivery', joinedBy: [] },
  delivery_cursor: { owner: 'delivery', joinedBy: [] },
  expiry_notice: { owner: 'trackers', joinedBy: [] },
  forward_batch: { owner: 'forwarding', joinedBy: [] },
  forward_target: { owner: 'forwarding', joinedBy: [] },
  engine_commit: { owner: 'ingest', joinedBy: [] },
  history_location: { owner: 'positions', joinedBy: [] },
  history_copy_week: { owner: 'positions', joinedBy: [] },
  extension_panel: { owner: 'features/panels', joinedBy: [] },
  geocoded: { owner: 'places', joinedBy: [] },
  instruction: { owner: 'instructions', joinedBy: [] },
  instruction_template: { owner: 'instructions', joinedBy: [] },
  import_chunk: { owner: 'features/replay/files', joinedBy: [] },
  landing_place: { owner: 'aviation', joinedBy: [] },
  login_failure: { owner: 'identity', joinedBy: [] },
  match: { owner: 'races', joinedBy: ['video/recording-rows.ts'] },
  match_class: { owner: 'races', joinedBy: [] },
  match_correction: { owner: 'races', joinedBy: [] },
  match_course: { owner: 'races', joinedBy: [] },
  match_participant: { owner: 'races', joinedBy: [] },
  match_recording: { owner: 'video', joinedBy: [] },
  match_video: { owner: 'video', joinedBy: [] },
  gift: { owner: 'live-events', joinedBy: [] },
  gift_order: { owner: 'live-events', joinedBy: [] },
  gift_record: { owner: 'live-events', joinedBy: [] },
  match_comment: { owner: 'live-events', joinedBy: [] },
  match_comment_like: { owner: 'live-events', joinedBy: [] },
  match_helper: { owner: 'live-events', joinedBy: [] },
  match_helper_token: { owner: 'live-events', joinedBy: [] },
  match_live: { owner: 'live-events', joinedBy: [] },
  match_minute: { owner: 'live-events', joinedBy: [] },
  match_mute: { owner: 'live-events', joinedBy: [] },
  voucher: { owner: 'live-events', joinedBy: [] },
  map_layer: { owner: 'map-images', joinedBy: [] },
  ocad_map: { owner: 'ocad', joinedBy: [] },
  notice_read: { owner: 'features/notices', joinedBy: ['alarms/event-notices.ts'] },
  inbound_sms: { owner: 'messages', joinedBy: [] },
  outbox_message: { owner: 'messages', joinedBy: [] },
  device_media: { owner: 'device-media', joinedBy: [] },
  flight: { owner: 'aviation', joinedBy: [] },
  overdue_notice: { owner: 'aviation', joinedBy: [] },
  leg: { owner: 'aviation', joinedBy: [] },
  leg_recompute: { owner: 'positions', joinedBy: [] },
  day_recompute: { owner: 'positions', joinedBy: [] },
  device_day: { owner: 'reports', joinedBy: [] },
  episode: { owner: 'reports', joinedBy: [] },
  plane: { owner: 'aviation', joinedBy: ['satellite/accounts.ts'] },
  plane_binding: { owner: 'aviation', joinedBy: [] },
  person: { owner: 'people', joinedBy: [] },
  person_binding: { owner: 'people', joinedBy: [] },
  push_subscription: { owner: 'delivery', joinedBy: [] },
  recipient: { owner: 'delivery', joinedBy: [] },
  report_file: { owner: 'features/reports', joinedBy: [] },
  report_filter: { owner: 'features/reports', joinedBy: [] },
  report_run: { owner: 'features/reports', joinedBy: [] },
  report_schedule: { owner: 'features/reports', joinedBy: [] },
  report_schedule_recipient: { owner: 'features/reports', joinedBy: [] },
  rejected_report: { owner: 'ingest', joinedBy: [] },
  removed_tracker: { owner: 'positions', joinedBy: [] },
  rule: { owner: 'rules', joinedBy: ['reports/episode-rows.ts', 'reports/overspeeds.ts'] },
  rule_target: { owner: 'rules', joinedBy: [] },
  server_secret: { owner: 'db', joinedBy: [] },
  satellite_bind_code: { owner: 'satellite', joinedBy: [] },
  satellite_contact: { owner: 'satellite', joinedBy: [] },
  satellite_lane: { owner: 'satellite', joinedBy: [] },
  satellite_machine: { owner: 'satellite', joinedBy: [] },
  satellite_message: { owner: 'satellite', joinedBy: [] },
  satellite_part: { owner: 'satellite', joinedBy: [] },
  satellite_seen: { owner: 'satellite', joinedBy: [] },
  satellite_setting: { owner: 'satellite', joinedBy: [] },
  satellite_step: { owner: 'satellite', joinedBy: [] },
  satellite_template: { owner: 'satellite', joinedBy: [] },
  satellite_usage: { owner: 'satellite', joinedBy: [] },
  screen: { owner: 'features/screens', joinedBy: ['features/shares/shares.queries.ts'] },
  share_tracker: { owner: 'features/shares', joinedBy: [] },
  sms_code: { owner: 'identity', joinedBy: [] },
  subscription: { owner: 'delivery', joinedBy: [] },
  tracker_icon: { owner: 'features/trackers', joinedBy: [] },
  tracker_model: { owner: 'trackers', joinedBy: [] },
  used_sign: { owner: 'features/sign-in', joinedBy: [] },
  validity_change: { owner: 'trackers', joinedBy: [] },
  changed_interval: { owner: 'aviation', joinedBy: [] },
  tracking_mode: { owner: 'aviation', joinedBy: [] },
  tracking_mode_device: { owner: 'aviation', joinedBy: [] },
  watch_task: { owner: 'aviation', joinedBy: [] },
  watch_task_contact: { owner: 'delivery', joinedBy: [] },
  watch_task_acknowledged: { owner: 'aviation', joinedBy: [] },
  watch_task_device: { owner: 'aviation', joinedBy: [] },
  user_display: { owner: 'features/live', joinedBy: [] },
};

/** Tables that several folders query. A new table should have an owner. */
const SHARED: ReadonlySet<string> = new Set([
  'account',
  'account_intake',
  'account_log',
  'account_log_head',
  'account_plugin',
  'activation_code',
  'api_token',
  'app_user',
  'audit_entry',
  'import_identity',
  'label_point',
  'recovery_code',
  'refused_device',
  'reset_ticket',
  'route',
  'server_setting',
  'session',
  'share_link',
  'sos_lift',
  'stored_file',
  'task',
  'tracker_group',
  'tracker_state',
  'unregistered_device',
  'update_entry',
  'user_group',
]);

const SCHEMA = `${SERVER}/db/schema.ts`;

/** Code that copies the whole database, and its tests. */
const EXEMPT = /^apps\/server\/src\/(operator\/backup|db\/migrations)\/|\/testing\/|\.test\.ts$/;

interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * Checks that tables are queried only by their owners.
 *
 * @returns a line for each query outside its table's owner, and for each unlisted table of the schema.
 */
export function foreignQueries(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    if (path === SCHEMA) return unlistedTables(text);
    if (!path.startsWith(`${SERVER}/`) || EXEMPT.test(path)) return [];
    return tableUses(path, text).flatMap(({ table, use, line }) => {
      const tableOwner = OWNERS[table];
      if (tableOwner === undefined || path.startsWith(`${SERVER}/${tableOwner.owner}/`)) return [];
      if (use === 'query')
        return [`${path}:${line}: queries ${table}: call a function of ${tableOwner.owner}/`];
      if (tableOwner.joinedBy.includes(path.slice(SERVER.length + 1))) return [];
      return [
        `${path}:${line}: joins ${table}: call a function of ${tableOwner.owner}/, or list the file in table-owners.ts`,
      ];
    });
  });
}

function unlistedTables(schema: string): readonly string[] {
  const [, body = ''] = /export interface Schema \{\n(.*?)\n\}/s.exec(schema) ?? [];
  const tables = [...body.matchAll(/^ {2}([a-z_]+): /gm)].map(([, table = '']) => table);
  if (tables.length === 0) return [`${SCHEMA}: no tables found`];
  return tables
    .filter((table) => OWNERS[table] === undefined && !SHARED.has(table))
    .map((table) => `${SCHEMA}: table ${table}: name its owner in scripts/check/table-owners.ts`);
}

/** The tables that a file names in calls of Kysely and in SQL. */
function tableUses(path: string, source: string): readonly TableUse[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  const found: TableUse[] = [];
  const add = (table: string, use: Use, start: number) =>
    found.push({ table, use, line: source.slice(0, start).split('\n').length });
  walk(program, (node) => {
    if (node.type === 'CallExpression') {
      const use = METHODS[nameOf(node.callee)];
      if (use === undefined) return;
      for (const table of tableNamesIn(node.arguments)) add(table, use, node.start);
    }
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql') {
      for (const match of source.slice(node.start, node.end).matchAll(IN_SQL)) {
        const [, word = '', table = ''] = match;
        add(
          table.toLowerCase(),
          JOINING.has(word.toLowerCase()) ? 'join' : 'query',
          node.start + match.index,
        );
      }
    }
  });
  return found;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Name of a function: `selectFrom` in `db.selectFrom(...)` and in `selectFrom(...)`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return isNode(name) && typeof name.name === 'string' ? name.name : '';
}

/** The tables in the first argument: `'tracker'`, `'tracker as t'`, or a list of these. */
function tableNamesIn(argument: unknown): readonly string[] {
  const [first] = Array.isArray(argument) ? argument : [];
  const list = isNode(first) && first.type === 'ArrayExpression' ? first.elements : [first];
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) =>
    isNode(one) && typeof one.value === 'string' ? [one.value.split(' as ')[0] ?? ''] : [],
  );
}
