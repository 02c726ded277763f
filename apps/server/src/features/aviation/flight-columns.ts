import type { FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import type { Flight, FlightState } from '@wakeline/contract/aviation/flights';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { formatLocalTime } from '../../local-time.ts';
import { FLIGHT_COLUMNS } from './flight-import/flight-sheet-columns.ts';

type LocalizedText = Readonly<Record<Language, string>>;

export interface RowOptions {
  readonly language: Language;
  readonly timeZone: string;
  readonly routeNames: ReadonlyMap<number, string>;
}

interface Column {
  readonly heading: LocalizedText;
  readonly width: number;
  cell(flight: Flight, options: RowOptions): WrittenCell;
}

export const FLIGHT_STATE_TEXTS: Readonly<Record<FlightState, LocalizedText>> = {
  planned: { zh_CN: '计划', en_US: 'Planned' },
  offBlock: { zh_CN: '已撤轮挡', en_US: 'Off-block' },
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

/** Heading and width as in sheets that are imported, so that an exported sheet can be imported again. */
function columnOf(field: FlightSheetField): Pick<Column, 'heading' | 'width'> {
  const { heading, width } = FLIGHT_COLUMNS[field];
  return { heading, width };
}

const COLUMNS: readonly Column[] = [
  {
    ...columnOf('flightNumber'),
    cell: ({ flightNumber }) => flightNumber,
  },
  { ...columnOf('tailNumber'), cell: ({ tailNumber }) => tailNumber },
  {
    ...columnOf('departure'),
    cell: ({ departure }) => departure.ident ?? departure.fieldName,
  },
  {
    ...columnOf('arrival'),
    cell: ({ arrival }) => arrival.ident ?? arrival.fieldName,
  },
  ...times(FLIGHT_COLUMNS.takeoffTime.heading, ({ takeoffTime }) => takeoffTime),
  ...times(FLIGHT_COLUMNS.arrivalTime.heading, ({ arrivalTime }) => arrivalTime),
  {
    heading: { zh_CN: '状态', en_US: 'State' },
    width: 12,
    cell: ({ state }, { language }) => FLIGHT_STATE_TEXTS[state][language],
  },
  ...times({ zh_CN: '实际起飞', en_US: 'Actual take-off' }, ({ actualTakeoff }) => actualTakeoff),
  ...times({ zh_CN: '实际着陆', en_US: 'Actual landing' }, ({ actualLanding }) => actualLanding),
  {
    heading: { zh_CN: '路线', en_US: 'Route' },
    width: 24,
    cell: ({ routeId }, { routeNames }) => (routeId === null ? null : (routeNames.get(routeId) ?? null)),
  },
  { ...columnOf('alternate'), cell: ({ alternate }) => alternate },
  {
    ...columnOf('peopleOnBoard'),
    cell: ({ peopleOnBoard }) => peopleOnBoard,
  },
  { ...columnOf('note'), cell: ({ note }) => note },
];

export function flightColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width }) => ({ heading: heading[language], width, format: 'text' }));
}

export function toFlightCells(flight: Flight, options: RowOptions): readonly WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(flight, options));
}
