import type { Language } from '@wakeline/contract/entities/user-config';
import type { PersonStatus } from '@wakeline/contract/people/people';
import { PERSON_SHEET_FIELDS, type PersonSheetField } from '@wakeline/contract/people/people-import';
import { countryName } from '@wakeline/domain/people/countries';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { GENDER_NAMES } from '../../people/genders.ts';
import type { ListedPerson } from '../../people/people.ts';
import { ATHLETE_COLUMNS } from '../../sheet-import/athlete-columns.ts';
import { type SheetColumns, toWrittenColumn } from '../../sheet-import/sheet-columns.ts';

type Texts = Readonly<Record<Language, string>>;

const STATUS_HEADING: Texts = { zh_CN: '状态', en_US: 'Status' };
const STATUS_NAMES: Readonly<Record<PersonStatus, Texts>> = {
  IN_RACE: { zh_CN: '参赛中', en_US: 'In race' },
  WITHDRAWN: { zh_CN: '已退赛', en_US: 'Withdrawn' },
};

const LOCALES = { zh_CN: 'zh-CN', en_US: 'en' } as const satisfies Record<Language, string>;

/** Columns of people in spreadsheets, in the order of the template. */
export const PERSON_COLUMNS: SheetColumns<PersonSheetField> = {
  raceNumber: {
    heading: { zh_CN: '参赛号', en_US: 'Race number' },
    aliases: ['号码', '号码布', '参赛号码', 'bib', 'number', 'start number', 'raceNumber'],
    width: 12,
    format: 'text',
  },
  personName: {
    heading: { zh_CN: '姓名', en_US: 'Name' },
    aliases: ['名字', '选手', '选手姓名', 'full name', 'personName'],
    width: 20,
    format: 'text',
    required: true,
  },
  gender: ATHLETE_COLUMNS.gender,
  age: { heading: { zh_CN: '年龄', en_US: 'Age' }, aliases: [], width: 8, format: 'text' },
  nationality: ATHLETE_COLUMNS.nationality,
  phone: {
    heading: { zh_CN: '电话', en_US: 'Phone' },
    aliases: ['手机', '手机号', '联系电话', 'mobile', 'telephone'],
    width: 18,
    format: 'text',
  },
  trackerName: {
    heading: { zh_CN: '绑定设备', en_US: 'Device' },
    aliases: ['设备', '设备名称', 'device name', 'tracker', 'trackerName'],
    width: 24,
    format: 'text',
  },
  communicationAccount: {
    heading: { zh_CN: '通信账号', en_US: 'Communication account' },
    aliases: ['卡号', 'card number', 'communicationAccount'],
    width: 20,
    format: 'text',
  },
  emergencyContactName: {
    heading: { zh_CN: '紧急联系人', en_US: 'Emergency contact' },
    aliases: ['紧急联系人姓名', 'emergency contact name', 'emergencyContactName'],
    width: 20,
    format: 'text',
  },
  emergencyContactPhone: {
    heading: { zh_CN: '紧急联系电话', en_US: 'Emergency phone' },
    aliases: ['紧急联系人电话', 'emergency contact phone', 'emergencyContactPhone'],
    width: 18,
    format: 'text',
  },
  club: ATHLETE_COLUMNS.club,
  note: {
    heading: { zh_CN: '备注', en_US: 'Note' },
    aliases: ['说明', 'remark', 'notes', 'comment'],
    width: 32,
    format: 'text',
  },
};

const CELLS: Readonly<Record<PersonSheetField, (row: ListedPerson, language: Language) => WrittenCell>> = {
  raceNumber: (row) => row.race_number,
  personName: ({ name }) => name,
  gender: ({ gender }, language) => (gender === 'unspecified' ? null : GENDER_NAMES[gender][language]),
  age: ({ age }) => (age === null ? null : String(age)),
  nationality: ({ nationality }, language) =>
    nationality === null ? null : countryName(nationality, LOCALES[language]),
  phone: ({ phone }) => phone,
  trackerName: (row) => row.tracker_name,
  communicationAccount: (row) => row.communication_account_name,
  emergencyContactName: (row) => row.emergency_contact_name,
  emergencyContactPhone: (row) => row.emergency_contact_phone,
  club: ({ club }) => club,
  note: ({ note }) => note,
};

/** The columns of an export: those of the template, and the status, which an import does not read. */
export function personColumns(language: Language): readonly WrittenColumn[] {
  return [
    ...PERSON_SHEET_FIELDS.map((field) => toWrittenColumn(PERSON_COLUMNS, field, language)),
    { heading: STATUS_HEADING[language], width: 12, format: 'text', choices: [] },
  ];
}

export function toPersonCells(row: ListedPerson, language: Language): readonly WrittenCell[] {
  const cells = PERSON_SHEET_FIELDS.map((field) => CELLS[field](row, language));
  return [...cells, STATUS_NAMES[row.status][language]];
}
