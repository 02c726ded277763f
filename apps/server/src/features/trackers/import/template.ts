import type { Language } from '@wakeline/contract/entities/user-config';
import { DEVICE_SHEET_FIELDS, type DeviceSheetField } from '@wakeline/contract/trackers/import';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { readGroupPaths } from '../../../trackers/group-lookup.ts';
import { countModels, readModels } from '../../../trackers/read-models.ts';
import { readIcons } from '../icons/tracker-icons.queries.ts';
import { EXAMPLE_IMEI, writtenColumn } from './device-columns.ts';
import { ICON_TEXTS } from './icon-names.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '设备', en_US: 'Devices' };

const EXAMPLE: Readonly<Record<Language, Readonly<Partial<Record<DeviceSheetField, WrittenCell>>>>> = {
  zh_CN: { trackerName: '示例设备', note: '此行为示例，不会被导入' },
  en_US: { trackerName: 'Example', note: 'This row is an example and is not imported' },
};
/** 31 December 2030. */
const EXAMPLE_DATE = { localMs: Date.UTC(2030, 11, 31) };

/** The template for sheets of devices, with the values that the caller can choose. */
export async function writeTemplate(
  db: Db,
  caller: Caller,
  language: Language,
): Promise<AsyncGenerator<Uint8Array>> {
  const [groups, icons, models] = await Promise.all([
    readGroupPaths(db, caller),
    readIcons(db, caller.accountId),
    readModelNames(db, caller),
  ]);
  const builtIn = ICON_NAMES.map((icon) => ICON_TEXTS[language][icon]);
  const choices: Readonly<Partial<Record<DeviceSheetField, readonly string[]>>> = {
    group: groups.map(({ path }) => path),
    model: models,
    icon: [...builtIn, ...icons.map(({ name }) => name)],
    protocol: PROTOCOL_NAMES,
  };
  const example: Partial<Record<DeviceSheetField, WrittenCell>> = {
    ...EXAMPLE[language],
    imei: EXAMPLE_IMEI,
    icon: builtIn[0] ?? null,
    validUntil: EXAMPLE_DATE,
  };
  async function* batches() {
    yield [DEVICE_SHEET_FIELDS.map((field) => example[field] ?? null)];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: DEVICE_SHEET_FIELDS.map((field) => writtenColumn(field, language, choices[field])),
    batches: batches(),
  });
}

/** Used models of which the list has the most frequent ones. */
const MAX_USED_MODELS = 500;

/** The shipped models, those of the account, and other names that its devices have; without case. */
async function readModelNames(db: Db, caller: Caller): Promise<readonly string[]> {
  const own = await readModels(db, caller.accountId);
  const used = await countModels(db, caller).limit(MAX_USED_MODELS).execute();
  const names = [...own, ...DEVICE_MODELS, ...used].map(({ name }) => name).filter((name) => name !== '');
  const byKey = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
  return [...byKey.values()].toSorted((a, b) => a.localeCompare(b));
}
