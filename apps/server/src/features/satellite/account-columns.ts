import type { Language } from '@wakeline/contract/entities/user-config';
import type { SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { ListedAccount } from '../../satellite/accounts.ts';

type LocalizedText = Readonly<Record<Language, string>>;

/** Names of the networks in files. */
export const NETWORKS: Readonly<Record<SatelliteNetwork, LocalizedText>> = {
  beidou: { zh_CN: '北斗', en_US: 'BeiDou' },
  iridium: { zh_CN: '铱星', en_US: 'Iridium' },
  inreach: { zh_CN: 'inReach', en_US: 'inReach' },
};

const GATEWAYS: Readonly<Record<TerminalGateway, LocalizedText>> = {
  'beidou-machine': { zh_CN: '北斗指挥机', en_US: 'BeiDou command machine' },
  'beidou-operator': { zh_CN: '北斗运营商', en_US: 'BeiDou operator' },
  'iridium-directip': { zh_CN: '铱星DirectIP', en_US: 'Iridium DirectIP' },
  'iridium-http': { zh_CN: '铱星HTTP网关', en_US: 'Iridium HTTP gateway' },
  'iridium-email': { zh_CN: '铱星邮件', en_US: 'Iridium e-mail' },
  inreach: { zh_CN: 'inReach', en_US: 'inReach' },
};

interface AccountColumn {
  readonly heading: LocalizedText;
  readonly width: number;
  readonly cell: (row: ListedAccount, language: Language) => WrittenCell;
}

const COLUMNS: readonly AccountColumn[] = [
  { heading: { zh_CN: '名称', en_US: 'Name' }, width: 14, cell: ({ name }) => name },
  { heading: { zh_CN: '卡号/IMEI', en_US: 'Card number/IMEI' }, width: 20, cell: (row) => row.card_number },
  {
    heading: { zh_CN: '网络', en_US: 'Network' },
    width: 12,
    cell: ({ network }, language) => NETWORKS[network][language],
  },
  { heading: { zh_CN: '绑定设备', en_US: 'Device' }, width: 24, cell: (row) => row.tracker_name },
  { heading: { zh_CN: '等级', en_US: 'Level' }, width: 10, cell: ({ level }) => level },
  {
    heading: { zh_CN: '最大长度（比特）', en_US: 'Longest message (bits)' },
    width: 20,
    cell: ({ bits }) => bits,
  },
  {
    heading: { zh_CN: '服务频度（秒）', en_US: 'Service frequency (s)' },
    width: 20,
    cell: ({ frequency }) => frequency,
  },
  { heading: { zh_CN: '用户特征', en_US: 'Card kind' }, width: 12, cell: (row) => row.card_kind },
  {
    heading: { zh_CN: '网关', en_US: 'Gateway' },
    width: 20,
    cell: ({ gateway }, language) => (gateway === null ? null : GATEWAYS[gateway][language]),
  },
  { heading: { zh_CN: '备注', en_US: 'Note' }, width: 32, cell: ({ note }) => note },
];

export function accountColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width }) => ({ heading: heading[language], width, format: 'text' }));
}

export function toAccountCells(row: ListedAccount, language: Language): readonly WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(row, language));
}
