import type { Leg } from '@wakeline/contract/aviation/legs';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { LegTime } from '@wakeline/domain/aviation/leg';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { formatLocalTime } from '../../local-time.ts';
import { KINDS } from './plane-columns.ts';

type LocalizedText = Readonly<Record<Language, string>>;

interface RowOptions {
  readonly language: Language;
  readonly timeZone: string;
}

interface Column {
  readonly heading: LocalizedText;
  readonly width: number;
  cell(leg: Leg, options: RowOptions): WrittenCell;
}

const HOUR_MS = 3_600_000;
/** Names of the kinds of altitude, by their number. */
const ALTITUDES: readonly LocalizedText[] = [
  { zh_CN: '海拔高度', en_US: 'above sea level' },
  { zh_CN: '椭球高', en_US: 'above the ellipsoid' },
  { zh_CN: '气压高度', en_US: 'pressure altitude' },
];
const YES: LocalizedText = { zh_CN: '是', en_US: 'yes' };

/** A time in the zone of the account, and the same in UTC. */
function times(name: LegTime, heading: LocalizedText): readonly Column[] {
  const text = (leg: Leg, timeZone: string) => {
    const at = leg[name]?.at;
    return at === undefined ? null : formatLocalTime(at, timeZone);
  };
  return [
    { heading, width: 20, cell: (leg, { timeZone }) => text(leg, timeZone) },
    {
      heading: { zh_CN: `${heading.zh_CN}（UTC）`, en_US: `${heading.en_US} (UTC)` },
      width: 20,
      cell: (leg) => {
        const utc = text(leg, 'UTC');
        return utc === null ? null : `${utc}Z`;
      },
    },
  ];
}

const hours = (milliseconds: number | null) =>
  milliseconds === null ? null : Math.round((milliseconds / HOUR_MS) * 100) / 100;

const COLUMNS: readonly Column[] = [
  { heading: { zh_CN: '机尾号', en_US: 'Tail number' }, width: 14, cell: ({ tailNumber }) => tailNumber },
  {
    heading: { zh_CN: '类别', en_US: 'Kind' },
    width: 16,
    cell: ({ kind }, { language }) => KINDS[kind][language],
  },
  {
    heading: { zh_CN: '起飞地点', en_US: 'From' },
    width: 26,
    cell: ({ departure }) => departure?.fieldName ?? null,
  },
  {
    heading: { zh_CN: '着陆地点', en_US: 'To' },
    width: 26,
    cell: ({ arrival }) => arrival?.fieldName ?? null,
  },
  ...times('offBlock', { zh_CN: '撤轮挡', en_US: 'Off-block' }),
  ...times('takeoff', { zh_CN: '起飞', en_US: 'Take-off' }),
  ...times('landing', { zh_CN: '着陆', en_US: 'Landing' }),
  ...times('inBlock', { zh_CN: '挡轮挡', en_US: 'In-block' }),
  {
    heading: { zh_CN: '飞行时间（小时）', en_US: 'Flight time (h)' },
    width: 14,
    cell: ({ flightTime }) => hours(flightTime),
  },
  {
    heading: { zh_CN: '轮挡时间（小时）', en_US: 'Block time (h)' },
    width: 14,
    cell: ({ blockTime }) => hours(blockTime),
  },
  {
    heading: { zh_CN: '连续起降', en_US: 'Touch-and-gos' },
    width: 12,
    cell: ({ touchAndGos }) => touchAndGos,
  },
  { heading: { zh_CN: '复飞', en_US: 'Go-arounds' }, width: 12, cell: ({ goArounds }) => goArounds },
  {
    heading: { zh_CN: '距离（公里）', en_US: 'Distance (km)' },
    width: 14,
    cell: ({ distance }) => Math.round(distance / 100) / 10,
  },
  {
    heading: { zh_CN: '最大高度（米）', en_US: 'Highest (m)' },
    width: 14,
    cell: ({ maxHeight }) => (maxHeight === null ? null : Math.round(maxHeight.metres)),
  },
  {
    heading: { zh_CN: '高度类型', en_US: 'Kind of altitude' },
    width: 18,
    cell: ({ maxHeight }, { language }) =>
      maxHeight === null ? null : (ALTITUDES[maxHeight.altitudeKind - 1]?.[language] ?? null),
  },
  {
    heading: { zh_CN: '最大速度（km/h）', en_US: 'Fastest (km/h)' },
    width: 16,
    cell: ({ maxSpeed }) => (maxSpeed === null ? null : Math.round(maxSpeed)),
  },
  {
    heading: { zh_CN: '已更正', en_US: 'Corrected' },
    width: 10,
    cell: ({ correctedBy }, { language }) => (correctedBy === null ? null : YES[language]),
  },
];

export function legColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width }) => ({ heading: heading[language], width, format: 'text' }));
}

export function toLegCells(leg: Leg, options: RowOptions): readonly WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(leg, options));
}
