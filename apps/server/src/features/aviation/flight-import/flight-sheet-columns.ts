import type { FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import type { SheetColumns } from '../../../sheet-import/sheet-columns.ts';

/** Columns of flights in spreadsheets, in the order of the template. */
export const FLIGHT_COLUMNS: SheetColumns<FlightSheetField> = {
  flightNumber: {
    heading: { zh_CN: '航班号', en_US: 'Flight number' },
    aliases: ['flight', 'flightNumber', '航班'],
    width: 14,
    format: 'text',
    required: true,
  },
  tailNumber: {
    heading: { zh_CN: '机尾号', en_US: 'Tail number' },
    aliases: ['注册号', '飞机', 'registration', 'plane', 'tailNumber'],
    width: 14,
    format: 'text',
  },
  departure: {
    heading: { zh_CN: '起飞地点', en_US: 'From' },
    aliases: ['起飞机场', 'departure', 'ADEP'],
    width: 26,
    format: 'text',
    required: true,
  },
  arrival: {
    heading: { zh_CN: '着陆地点', en_US: 'To' },
    aliases: ['降落机场', 'arrival', 'ADES'],
    width: 26,
    format: 'text',
    required: true,
  },
  takeoffTime: {
    heading: { zh_CN: '计划起飞', en_US: 'Planned take-off' },
    aliases: ['撤轮挡', '起飞时间', 'EOBT', 'takeoffTime'],
    width: 20,
    format: 'text',
    required: true,
  },
  arrivalTime: {
    heading: { zh_CN: '预计到达', en_US: 'Estimated arrival' },
    aliases: ['到达时间', 'ETA', 'arrivalTime'],
    width: 20,
    format: 'text',
    required: true,
  },
  alternate: {
    heading: { zh_CN: '备降机场', en_US: 'Alternate' },
    aliases: ['alternate aerodrome', 'ALTN'],
    width: 12,
    format: 'text',
  },
  peopleOnBoard: {
    heading: { zh_CN: '机上人数', en_US: 'People on board' },
    aliases: ['人数', 'POB', 'peopleOnBoard'],
    width: 12,
    format: 'text',
  },
  note: {
    heading: { zh_CN: '备注', en_US: 'Note' },
    aliases: ['说明', 'remark', 'notes', 'comment'],
    width: 32,
    format: 'text',
  },
};

/** Flight number of the example in the template: its row is not imported. */
export const EXAMPLE_FLIGHT_NUMBER = 'EXAMPLE';
