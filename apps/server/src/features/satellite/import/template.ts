import type { Language } from '@wakeline/contract/entities/user-config';
import { ACCOUNT_SHEET_FIELDS, type AccountSheetField } from '@wakeline/contract/satellite/import';
import { type SatelliteNetwork, TERMINAL_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import { ACCOUNT_COLUMNS, EXAMPLE_CARD, GATEWAYS, NETWORKS } from '../account-columns.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '通信账号', en_US: 'Communication accounts' };

const EXAMPLE: Readonly<Record<Language, Readonly<Partial<Record<AccountSheetField, WrittenCell>>>>> = {
  zh_CN: { bdUserName: '示例', note: '此行为示例，不会被导入' },
  en_US: { bdUserName: 'Example', note: 'This row is an example and is not imported' },
};

/** The template for sheets of communication accounts. @param networks that the caller may see */
export function writeAccountTemplate(
  networks: readonly SatelliteNetwork[],
  language: Language,
): AsyncGenerator<Uint8Array> {
  const gateways = networks.flatMap((network) => TERMINAL_GATEWAYS[network]);
  const choices: Readonly<Partial<Record<AccountSheetField, readonly string[]>>> = {
    network: networks.map((network) => NETWORKS[network][language]),
    gateway: gateways.map((gateway) => GATEWAYS[gateway][language]),
  };
  const example: Partial<Record<AccountSheetField, WrittenCell>> = {
    ...EXAMPLE[language],
    cardNumber: EXAMPLE_CARD,
    network: choices.network?.[0] ?? null,
  };
  async function* batches() {
    yield [ACCOUNT_SHEET_FIELDS.map((field) => example[field] ?? null)];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: ACCOUNT_SHEET_FIELDS.map((field) =>
      toWrittenColumn(ACCOUNT_COLUMNS, field, language, choices[field]),
    ),
    batches: batches(),
  });
}
