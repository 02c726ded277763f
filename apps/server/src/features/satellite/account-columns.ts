import type { Language } from '@wakeline/contract/entities/user-config';
import { ACCOUNT_SHEET_FIELDS, type AccountSheetField } from '@wakeline/contract/satellite/import';
import type { SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { ListedAccount } from '../../satellite/accounts.ts';
import { type SheetColumns, toWrittenColumn } from '../../sheet-import/sheet-columns.ts';

type LocalizedText = Readonly<Record<Language, string>>;

/** Names of the networks in files. */
export const NETWORKS: Readonly<Record<SatelliteNetwork, LocalizedText>> = {
  beidou: { zh_CN: '北斗', en_US: 'BeiDou' },
  iridium: { zh_CN: '铱星', en_US: 'Iridium' },
  inreach: { zh_CN: 'inReach', en_US: 'inReach' },
};

/** Names of the gateways in files. */
export const GATEWAYS: Readonly<Record<TerminalGateway, LocalizedText>> = {
  'beidou-machine': { zh_CN: '北斗指挥机', en_US: 'BeiDou command machine' },
  'beidou-operator': { zh_CN: '北斗运营商', en_US: 'BeiDou operator' },
  'iridium-directip': { zh_CN: '铱星DirectIP', en_US: 'Iridium DirectIP' },
  'iridium-http': { zh_CN: '铱星HTTP网关', en_US: 'Iridium HTTP gateway' },
  'iridium-email': { zh_CN: '铱星邮件', en_US: 'Iridium e-mail' },
  inreach: { zh_CN: 'inReach', en_US: 'inReach' },
};

/** Columns of communication accounts in spreadsheets, in the order of the template. */
export const ACCOUNT_COLUMNS: SheetColumns<AccountSheetField> = {
  bdUserName: {
    heading: { zh_CN: '名称', en_US: 'Name' },
    aliases: ['账号名称', 'account', 'account name', 'bdUserName'],
    width: 14,
    format: 'text',
    required: true,
  },
  cardNumber: {
    heading: { zh_CN: '卡号/IMEI', en_US: 'Card number/IMEI' },
    aliases: ['卡号', 'IMEI', '北斗卡号', 'card number', 'card', 'cardNumber'],
    width: 20,
    format: 'text',
    required: true,
  },
  network: {
    heading: { zh_CN: '网络', en_US: 'Network' },
    aliases: ['网络类型', 'satellite network'],
    width: 12,
    format: 'text',
    required: true,
  },
  trackerName: {
    heading: { zh_CN: '绑定设备', en_US: 'Device' },
    aliases: ['设备', '设备名称', 'device name', 'tracker', 'trackerName'],
    width: 24,
    format: 'text',
  },
  level: { heading: { zh_CN: '等级', en_US: 'Level' }, aliases: [], width: 10, format: 'text' },
  bits: {
    heading: { zh_CN: '最大长度（比特）', en_US: 'Longest message (bits)' },
    aliases: ['bits'],
    width: 20,
    format: 'text',
  },
  frequency: {
    heading: { zh_CN: '服务频度（秒）', en_US: 'Service frequency (s)' },
    aliases: ['frequency'],
    width: 20,
    format: 'text',
  },
  cardKind: {
    heading: { zh_CN: '用户特征', en_US: 'Card kind' },
    aliases: ['cardKind'],
    width: 12,
    format: 'text',
  },
  gateway: { heading: { zh_CN: '网关', en_US: 'Gateway' }, aliases: ['通道'], width: 24, format: 'text' },
  note: {
    heading: { zh_CN: '备注', en_US: 'Note' },
    aliases: ['说明', 'remark', 'notes', 'comment'],
    width: 32,
    format: 'text',
  },
  password: { heading: { zh_CN: '密码', en_US: 'Password' }, aliases: [], width: 14, format: 'text' },
};

/** Card number of the example in the template: its row is not imported. */
export const EXAMPLE_CARD = 'EXAMPLE';

/** Passwords are never exported. */
type ExportedField = Exclude<AccountSheetField, 'password'>;
const EXPORTED_FIELDS = ACCOUNT_SHEET_FIELDS.filter((field) => field !== 'password');

const CELLS: Readonly<Record<ExportedField, (row: ListedAccount, language: Language) => WrittenCell>> = {
  bdUserName: ({ name }) => name,
  cardNumber: (row) => row.card_number,
  network: ({ network }, language) => NETWORKS[network][language],
  trackerName: (row) => row.tracker_name,
  level: ({ level }) => level,
  bits: ({ bits }) => bits,
  frequency: ({ frequency }) => frequency,
  cardKind: (row) => row.card_kind,
  gateway: ({ gateway }, language) => (gateway === null ? null : GATEWAYS[gateway][language]),
  note: ({ note }) => note,
};

/** Columns of the export. */
export function accountColumns(language: Language): readonly WrittenColumn[] {
  return EXPORTED_FIELDS.map((field) => toWrittenColumn(ACCOUNT_COLUMNS, field, language));
}

/** A row of the export. */
export function toAccountCells(row: ListedAccount, language: Language): readonly WrittenCell[] {
  return EXPORTED_FIELDS.map((field) => CELLS[field](row, language));
}
