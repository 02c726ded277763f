import { KMH_PER_KNOT, KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';

/** The content of a column. */
export type CsvColumn =
  | { readonly kind: 'time' | 'date' | 'clock' | 'latitude' | 'longitude' | 'alarms' | 'values' | 'ignored' }
  | {
      readonly kind: 'value';
      readonly name: 'altitude' | 'speed' | 'course' | 'satellites' | 'accuracy' | 'battery' | 'gsm';
      /** Factor to convert its values to the project's units. */
      readonly unit: number;
    }
  | { readonly kind: 'attribute'; readonly name: string };

type Known = 'time' | 'date' | 'clock' | 'latitude' | 'longitude' | 'alarms' | 'values' | 'ignored';
type Value = Extract<CsvColumn, { kind: 'value' }>['name'];

/**
 * Column names without spaces, punctuation and case: those of Wakeline in both languages, of GPSBabel's unicsv, gpx2csv programs,
 * Traccar, phone loggers (GPS Logger, Phyphox) and Chinese trackers.
 */
const COLUMN_NAMES: Readonly<Record<Known | Value, readonly string[]>> = {
  time: [
    'time',
    'timestamp',
    'datetime',
    'dateandtime',
    'utc',
    'utctime',
    'utcdatetime',
    'fixtime',
    'gpstime',
    'devicetime',
    'positiontime',
    'locationtime',
    'epoch',
    'unixtime',
    'timems',
    'timestampms',
    '时间',
    '定位时间',
    '日期时间',
    '时间戳',
    'gps时间',
    '上报时间',
  ],
  date: ['date', 'utcdate', 'localdate', 'day', '日期'],
  clock: ['timeofday', 'localtime', 'clock', '时刻'],
  latitude: ['lat', 'latitude', 'gpslatitude', 'y', '纬度', '北纬'],
  longitude: ['lon', 'lng', 'long', 'longitude', 'gpslongitude', 'x', '经度', '东经'],
  alarms: ['alarms', 'alarm', '报警', '告警'],
  values: ['values', 'othervalues', '其他数据'],
  ignored: [
    'no',
    'id',
    'index',
    'name',
    'device',
    'imei',
    'deviceid',
    'description',
    'symbol',
    '序号',
    '设备',
    '设备名称',
    '名称',
  ],
  altitude: ['altitude', 'alt', 'ele', 'elevation', 'height', '海拔', '高度', '高程'],
  speed: ['speed', 'velocity', 'spd', 'groundspeed', 'sog', '速度', '时速'],
  course: ['course', 'heading', 'bearing', 'direction', 'cog', 'track', 'azimuth', '航向', '方向', '角度'],
  satellites: ['satellites', 'sat', 'sats', 'numsat', 'satellitesused', 'gps', '卫星', '卫星数', '卫星颗数'],
  accuracy: ['accuracy', 'acc', 'horizontalaccuracy', '精度', '定位精度'],
  battery: ['battery', 'batt', 'batterylevel', 'power', '电量', '电池', '电池电量'],
  gsm: ['gsm', 'signal', 'rssi', '信号', '信号强度', '网络信号'],
};

const COLUMN_BY_NAME = new Map(
  (Object.keys(COLUMN_NAMES) as (Known | Value)[]).flatMap((kind) =>
    COLUMN_NAMES[kind].map((name) => [name, kind] as const),
  ),
);

/** Units in a column name, converted to the project's units: km/h, metres. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['kmh', 1],
  ['kph', 1],
  ['公里小时', 1],
  ['千米时', 1],
  ['ms', KMH_PER_MPS],
  ['mps', KMH_PER_MPS],
  ['米秒', KMH_PER_MPS],
  ['kn', KMH_PER_KNOT],
  ['kt', KMH_PER_KNOT],
  ['kts', KMH_PER_KNOT],
  ['knot', KMH_PER_KNOT],
  ['knots', KMH_PER_KNOT],
  ['节', KMH_PER_KNOT],
  // A mile is 1.609344 km, a foot 0.3048 m (international yard and pound agreement, 1959).
  ['mph', 1.609344],
  ['m', 1],
  ['米', 1],
  ['ft', 0.3048],
  ['feet', 0.3048],
]);
const SPEED_UNIT = /(kmh|kph|mps|ms|knots|knot|kts|kn|mph)$/;

/** The columns of a heading; null if it is not the heading of a list of positions. */
export function parseHeading(heading: readonly string[]): readonly CsvColumn[] | null {
  const taken = new Set<string>();
  const columns = heading.map((text) => {
    const column = parseColumn(text);
    const key = 'name' in column ? `${column.kind} ${column.name}` : column.kind;
    // Of two columns with the same meaning the first one counts; the other becomes an attribute with its own name.
    if (column.kind !== 'ignored' && taken.has(key)) return attributeColumn(text);
    taken.add(key);
    return column;
  });
  // Next to a date column, a time column has the time of day.
  const withDate = taken.has('date')
    ? columns.map((column) => (column.kind === 'time' ? CLOCK : column))
    : columns;
  const hasColumn = (kind: CsvColumn['kind']) => withDate.some((column) => column.kind === kind);
  const hasCoordinates = hasColumn('latitude') && hasColumn('longitude');
  return hasCoordinates && (hasColumn('time') || hasColumn('date')) ? withDate : null;
}

const CLOCK: CsvColumn = { kind: 'clock' };

function parseColumn(text: string): CsvColumn {
  const unit = normalizeName(/[([（［]([^)\]）］]*)[)\]）］]\s*$/.exec(text)?.[1] ?? '');
  const name = normalizeName(text.replace(/[([（［][^)\]）］]*[)\]）］]\s*$/, ''));
  const speed =
    name.startsWith('speed') || name.startsWith('velocity') ? (SPEED_UNIT.exec(name)?.[0] ?? '') : '';
  const kind = COLUMN_BY_NAME.get(name) ?? COLUMN_BY_NAME.get(name.slice(0, name.length - speed.length));
  switch (kind) {
    case undefined:
      return attributeColumn(text);
    case 'time':
    case 'date':
    case 'clock':
    case 'latitude':
    case 'longitude':
    case 'alarms':
    case 'values':
    case 'ignored':
      return { kind };
    default: {
      const factor = UNITS.get(unit === '' ? speed : unit) ?? 1;
      return { kind: 'value', name: kind, unit: factor };
    }
  }
}

/** Its own name in camel case, like all attributes. */
function attributeColumn(text: string): CsvColumn {
  const words = text
    .trim()
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  const [first = '', ...rest] = words;
  if (first === '') return { kind: 'ignored' };
  const head = words.length > 1 ? first.toLowerCase() : (first[0] ?? '').toLowerCase() + first.slice(1);
  return {
    kind: 'attribute',
    name: head + rest.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(''),
  };
}

function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
