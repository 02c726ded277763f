import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { ATHLETE_COLUMNS } from '../../../sheet-import/athlete-columns.ts';
import type { SheetColumns } from '../../../sheet-import/sheet-columns.ts';

/** Columns of participants in spreadsheets, in the order of the template. */
export const PARTICIPANT_COLUMNS: SheetColumns<ParticipantSheetField> = {
  number: {
    heading: { zh_CN: '号码', en_US: 'Number' },
    aliases: ['参赛号', '参赛号码', '号码布', 'bib', 'race number', 'start number', 'raceNumber'],
    width: 12,
    format: 'text',
  },
  participantName: {
    heading: { zh_CN: '姓名', en_US: 'Name' },
    aliases: ['名字', '选手', '选手姓名', 'full name', 'participant', 'participantName'],
    width: 20,
    format: 'text',
    required: true,
  },
  club: ATHLETE_COLUMNS.club,
  nationality: ATHLETE_COLUMNS.nationality,
  gender: ATHLETE_COLUMNS.gender,
  className: {
    heading: { zh_CN: '组别', en_US: 'Class' },
    aliases: ['组', '类别', 'category', 'class name', 'className'],
    width: 16,
    format: 'text',
  },
  startTime: {
    heading: { zh_CN: '出发时间', en_US: 'Start time' },
    aliases: ['出发', '起跑时间', 'start', 'startTime'],
    width: 20,
    format: 'text',
  },
  tracker: {
    heading: { zh_CN: '设备号', en_US: 'Device number' },
    aliases: ['IMEI', '设备编号', '设备', 'device', 'tracker'],
    width: 20,
    format: 'text',
  },
};
