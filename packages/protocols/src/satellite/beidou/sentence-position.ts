import { readDegreesMinutes, writeDegreesMinutes } from '../../degrees-minutes.ts';
import type { Decoded } from './decoding.ts';
import type { Clock, PositionEvent } from './event.ts';
import { cardOf, decimalOf, textOf, timeOf, writeExactTime } from './fields.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * | sentence | fields                                                                                              |
 * | -------- | --------------------------------------------------------------------------------------------------- |
 * | BDDWR    | 1 to 3, card, hhmmss.ss, latitude, N or S, longitude, E or W, height, M, anomaly, M, precision,     |
 * |          | urgent, several solutions, high                                                                     |
 * | BDWAA    | 0 received or 1 sent, interval, card, hhmmss.ss, latitude, N or S, longitude, E or W, height, M     |
 *
 * Coordinates are degrees and minutes, as in NMEA 0183.
 */
const MIN_DWR_FIELDS = 11;
const MIN_WAA_FIELDS = 10;

export function readPosition({ fields }: Sentence, clock: Clock): Decoded<PositionEvent> {
  if (fields.length < MIN_DWR_FIELDS) return `${fields.length} fields`;
  return readFrom(fields, 1, 'determined', decimalOf(fields, 9), clock);
}

export function readReportedPosition({ fields }: Sentence, clock: Clock): Decoded<PositionEvent> {
  if (fields.length < MIN_WAA_FIELDS) return `${fields.length} fields`;
  return readFrom(fields, 2, 'reported', null, clock);
}

export function writePosition(event: PositionEvent, offset: number): Buffer {
  const { anomaly } = event.position;
  const common = commonFields(event, offset);
  return writeSentence('BDDWR', [1, ...common, anomaly ?? 0, 'M', 1, 'V', 'V', 'V']);
}

export function writeReportedPosition(event: PositionEvent, offset: number): Buffer {
  return writeSentence('BDWAA', [0, 0, ...commonFields(event, offset)]);
}

/** @param at index of the card */
function readFrom(
  fields: readonly Buffer[],
  at: number,
  source: PositionEvent['source'],
  anomaly: number | null,
  clock: Clock,
): Decoded<PositionEvent> {
  const card = cardOf(fields, at);
  const time = timeOf(fields, at + 1, clock);
  const latitude = readDegreesMinutes(textOf(fields, at + 2), textOf(fields, at + 3));
  const longitude = readDegreesMinutes(textOf(fields, at + 4), textOf(fields, at + 5));
  if (card === null || time === null) return 'no card or time';
  if (!/^[NS]$/.test(textOf(fields, at + 3)) || !/^[EW]$/.test(textOf(fields, at + 5)))
    return 'no hemisphere';
  if (latitude === null || longitude === null) return 'no coordinates';
  const altitude = decimalOf(fields, at + 6);
  return { type: 'position', source, card, position: { time, latitude, longitude, altitude, anomaly } };
}

function commonFields({ card, position }: PositionEvent, offset: number): readonly (string | number)[] {
  const { time, latitude, longitude, altitude } = position;
  return [
    card,
    writeExactTime(time, offset),
    writeDegreesMinutes(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    writeDegreesMinutes(longitude, 3),
    longitude < 0 ? 'W' : 'E',
    altitude ?? '',
    'M',
  ];
}
