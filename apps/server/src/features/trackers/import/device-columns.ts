import type { Language } from '@wakeline/contract/entities/user-config';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import type { WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { type SheetColumns, toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';

/** In the order of the template. */
export const DEVICE_COLUMNS: SheetColumns<DeviceSheetField> = {
  trackerName: {
    heading: { zh_CN: '名称', en_US: 'Name' },
    aliases: ['设备名称', '车牌号', 'device name', 'device', 'tracker name', 'trackerName'],
    width: 24,
    format: 'text',
    required: true,
  },
  imei: {
    heading: { zh_CN: 'IMEI/ID', en_US: 'IMEI/ID' },
    aliases: ['imei', 'id', '设备号', '设备ID', '终端号', 'device id', 'unique id', 'identifier'],
    width: 20,
    format: 'text',
    required: true,
  },
  label: {
    heading: { zh_CN: '编号', en_US: 'Label' },
    aliases: ['标签', 'number', 'label number'],
    width: 12,
    format: 'text',
  },
  model: {
    heading: { zh_CN: '型号', en_US: 'Model' },
    aliases: ['设备型号', 'device model'],
    width: 16,
    format: 'text',
  },
  group: {
    heading: { zh_CN: '分组', en_US: 'Group' },
    aliases: ['所属分组', 'group name'],
    width: 24,
    format: 'text',
  },
  icon: { heading: { zh_CN: '图标', en_US: 'Icon' }, aliases: [], width: 14, format: 'text' },
  protocol: {
    heading: { zh_CN: '协议', en_US: 'Protocol' },
    aliases: ['通信协议'],
    width: 12,
    format: 'text',
  },
  iotCard: {
    heading: { zh_CN: '物联卡号', en_US: 'IoT card' },
    aliases: ['卡号', 'SIM卡号', 'ICCID', 'iot card number', 'sim', 'sim card', 'card number'],
    width: 24,
    format: 'text',
  },
  password: {
    heading: { zh_CN: '密码', en_US: 'Password' },
    aliases: ['设备密码', 'device password'],
    width: 14,
    format: 'text',
  },
  validUntil: {
    heading: { zh_CN: '有效期至', en_US: 'Valid until' },
    aliases: ['有效期', '到期时间', 'validity date', 'expires', 'expiry date'],
    width: 20,
    format: 'date',
  },
  note: {
    heading: { zh_CN: '备注', en_US: 'Note' },
    aliases: ['说明', 'remark', 'notes', 'comment'],
    width: 32,
    format: 'text',
  },
};

/** IMEI of the example in the template: its row is not imported. */
export const EXAMPLE_IMEI = 'EXAMPLE-0001';

/** The column of a field in a written sheet. */
export function writtenColumn(
  field: DeviceSheetField,
  language: Language,
  choices: readonly string[] = [],
): WrittenColumn {
  return toWrittenColumn(DEVICE_COLUMNS, field, language, choices);
}
