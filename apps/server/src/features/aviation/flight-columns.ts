import type { Flight, FlightState } from '@wakeline/contract/aviation/flights';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { formatLocalTime } from '../../local-time.ts';

type LocalizedText = Readonly<Record<Language, string>>;

interface RowOptions {
  readonly language: Language;
  readonly timeZone: string;
}

interface Column {
  readonly heading: LocalizedText;
  readonly width: number;
  cell(flight: Flight, options: RowOptions): WrittenCell;
}

const STATES: Readonly<Record<FlightState, LocalizedText>> = {
  planned: { zh_CN: '计划', en_US: 'Planned' },
  flying: { zh_CN: '飞行中', en_US: 'Flying' },
  landed: { zh_CN: '已着陆', en_US: 'Landed' },
  overdue: { zh_CN: '逾期', en_US: 'Overdue' },
  unobserved: { zh_CN: '未观测到', en_US: 'Not observed' },
  cancelled: { zh_CN: '已取消', en_US: 'Cancelled' },
};

/** A time in the zone of the account, and the same in UTC. */
function times(heading: LocalizedText, read: (flight: Flight) => number | null): readonly Column[] {
  const cell = (flight: Flight, timeZone: string) => {
    const at = read(flight);
    return at === null ? null : formatLocalTime(at, timeZone);
  };
  return [
    { heading, width: 20, cell: (flight, { timeZone }) => cell(flight, timeZone) },
    {
      heading: { zh_CN: `${heading.zh_CN}（UTC）`, en_US: `${heading.en_US} (UTC)` },
      width: 20,
      cell: (flight) => {
        const utc = cell(flight, 'UTC');
        return utc === null ? null : `${utc}Z`;
      },
    },
  ];
}

const COLUMNS: readonly Column[] = [
  {
    heading: { zh_CN: '航班号', en_US: 'Flight number' },
    width: 14,
    cell: ({ flightNumber }) => flightNumber,
  },
  { heading: { zh_CN: '机尾号', en_US: 'Tail number' }, width: 14, cell: ({ tailNumber }) => tailNumber },
  {
    heading: { zh_CN: '起飞地点', en_US: 'From' },
    width: 26,
    cell: ({ departure }) => departure.ident ?? departure.fieldName,
  },
  {
    heading: { zh_CN: '着陆地点', en_US: 'To' },
    width: 26,
    cell: ({ arrival }) => arrival.ident ?? arrival.fieldName,
  },
  ...times({ zh_CN: '计划起飞', en_US: 'Planned take-off' }, ({ takeoffTime }) => takeoffTime),
  ...times({ zh_CN: '预计到达', en_US: 'Estimated arrival' }, ({ arrivalTime }) => arrivalTime),
  {
    heading: { zh_CN: '状态', en_US: 'State' },
    width: 12,
    cell: ({ state }, { language }) => STATES[state][language],
  },
  ...times({ zh_CN: '实际起飞', en_US: 'Actual take-off' }, ({ actualTakeoff }) => actualTakeoff),
  ...times({ zh_CN: '实际着陆', en_US: 'Actual landing' }, ({ actualLanding }) => actualLanding),
  { heading: { zh_CN: '备降机场', en_US: 'Alternate' }, width: 12, cell: ({ alternate }) => alternate },
  {
    heading: { zh_CN: '机上人数', en_US: 'People on board' },
    width: 12,
    cell: ({ peopleOnBoard }) => peopleOnBoard,
  },
  { heading: { zh_CN: '备注', en_US: 'Note' }, width: 32, cell: ({ note }) => note },
];

export function flightColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width }) => ({ heading: heading[language], width, format: 'text' }));
}

export function toFlightCells(flight: Flight, options: RowOptions): readonly WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(flight, options));
}
