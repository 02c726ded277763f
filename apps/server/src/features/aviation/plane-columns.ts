import { PLANE_SHEET_FIELDS, type PlaneSheetField } from '@wakeline/contract/aviation/plane-import';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { ListedPlane } from '../../aviation/planes.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';
import { type SheetColumns, toWrittenColumn } from '../../sheet-import/sheet-columns.ts';
import { kindOf } from './check-plane.ts';

/** Names of the kinds in files. */
export const KINDS: Readonly<Record<AircraftKind, Readonly<Record<Language, string>>>> = {
  airliner: { zh_CN: '客机/公务机', en_US: 'Airliner or jet' },
  light: { zh_CN: '轻型飞机', en_US: 'Light aeroplane' },
  ultralight: { zh_CN: '超轻型飞机', en_US: 'Ultralight' },
  glider: { zh_CN: '滑翔机', en_US: 'Glider' },
  helicopter: { zh_CN: '直升机', en_US: 'Helicopter' },
  gyroplane: { zh_CN: '旋翼机', en_US: 'Gyroplane' },
  paraglider: { zh_CN: '滑翔伞', en_US: 'Paraglider' },
  balloon: { zh_CN: '热气球', en_US: 'Balloon' },
  drone: { zh_CN: '无人机', en_US: 'Drone' },
};

/** Columns of planes in spreadsheets, in the order of the template. */
export const PLANE_COLUMNS: SheetColumns<PlaneSheetField> = {
  tailNumber: {
    heading: { zh_CN: '机尾号', en_US: 'Tail number' },
    aliases: ['注册号', '机号', 'registration', 'tail', 'tailNumber'],
    width: 14,
    format: 'text',
    required: true,
  },
  hexAddress: {
    heading: { zh_CN: '十六进制地址', en_US: 'Hex address' },
    aliases: ['ICAO地址', 'S模式地址', 'hex', 'icao24', 'mode s', 'hexAddress'],
    width: 14,
    format: 'text',
  },
  kind: {
    heading: { zh_CN: '类别', en_US: 'Kind' },
    aliases: ['机型类别', 'category'],
    width: 16,
    format: 'text',
    required: true,
  },
  model: { heading: { zh_CN: '机型', en_US: 'Model' }, aliases: ['型号', 'type'], width: 14, format: 'text' },
  layout: { heading: { zh_CN: '布局', en_US: 'Layout' }, aliases: ['座位布局'], width: 14, format: 'text' },
  groupName: {
    heading: { zh_CN: '分组', en_US: 'Group' },
    aliases: ['分组名称', 'group name', 'groupName'],
    width: 20,
    format: 'text',
  },
  trackerName: {
    heading: { zh_CN: '绑定设备', en_US: 'Device' },
    aliases: ['设备', '设备名称', 'device name', 'tracker', 'trackerName'],
    width: 24,
    format: 'text',
  },
  note: {
    heading: { zh_CN: '备注', en_US: 'Note' },
    aliases: ['说明', 'remark', 'notes', 'comment'],
    width: 32,
    format: 'text',
  },
};

/** Tail number of the example in the template: its row is not imported. */
export const EXAMPLE_TAIL_NUMBER = 'EXAMPLE';

const CELLS: Readonly<
  Record<PlaneSheetField, (row: ListedPlane, scope: Scope, language: Language) => WrittenCell>
> = {
  tailNumber: (row) => row.tail_number,
  hexAddress: (row) => row.hex_address,
  kind: (row, _, language) => KINDS[kindOf(row)][language],
  model: ({ model }) => model,
  layout: ({ layout }) => layout,
  groupName: (row, scope) => (canSeeGroup(scope, row.group_id) ? row.group_name : null),
  trackerName: (row) => row.tracker_name,
  note: ({ note }) => note,
};

export function planeColumns(language: Language): readonly WrittenColumn[] {
  return PLANE_SHEET_FIELDS.map((field) => toWrittenColumn(PLANE_COLUMNS, field, language));
}

export function toPlaneCells(row: ListedPlane, scope: Scope, language: Language): readonly WrittenCell[] {
  return PLANE_SHEET_FIELDS.map((field) => CELLS[field](row, scope, language));
}
