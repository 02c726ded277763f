import { FLIGHT_SHEET_FIELDS, type FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import type { Language } from '@wakeline/contract/entities/user-config';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import { EXAMPLE_FLIGHT_NUMBER, FLIGHT_COLUMNS } from './flight-sheet-columns.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '航班', en_US: 'Flights' };

const NOTE: Readonly<Record<Language, string>> = {
  zh_CN: '此行为示例，不会被导入；地点为机场代码或起降点的代码、名称',
  en_US:
    'This row is an example and is not imported. Places: airport code, or code or name of a landing place',
};

/** The template for sheets of flights. */
export function writeFlightTemplate(language: Language): AsyncGenerator<Uint8Array> {
  const example: Readonly<Record<FlightSheetField, WrittenCell>> = {
    flightNumber: EXAMPLE_FLIGHT_NUMBER,
    tailNumber: 'B-10KA',
    departure: 'ZGKL',
    arrival: 'ZGNN',
    takeoffTime: '2027-01-31 08:30',
    arrivalTime: '2027-01-31 09:40',
    alternate: 'ZGWZ',
    peopleOnBoard: 4,
    note: NOTE[language],
  };
  async function* batches() {
    yield [FLIGHT_SHEET_FIELDS.map((field) => example[field])];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: FLIGHT_SHEET_FIELDS.map((field) => toWrittenColumn(FLIGHT_COLUMNS, field, language)),
    batches: batches(),
  });
}
