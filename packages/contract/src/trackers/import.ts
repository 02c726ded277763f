import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { id, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { deviceFilter } from './devices.ts';

const ROLE = 'eob_plugin_device_mg';

/** Columns of a spreadsheet of devices, in the order of the template. */
export const DEVICE_SHEET_FIELDS = [
  'trackerName',
  'imei',
  'label',
  'model',
  'group',
  'icon',
  'protocol',
  'iotCard',
  'password',
  'validUntil',
  'note',
] as const;
export type DeviceSheetField = (typeof DEVICE_SHEET_FIELDS)[number];

export const SHEET_FORMATS = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

export const importDevices = operation({
  name: 'importDevices',
  summary:
    'Registers the devices of an .xlsx or .csv file. Without `save` it only checks the complete file and stores nothing; with `save` it starts a batch task, which registers all valid rows at once and returns the others as a spreadsheet.',
  access: { permission: 'editor', roles: [ROLE] },
  ...SHEET_IMPORT,
  result: sheetImportResult(DEVICE_SHEET_FIELDS),
});

export const getDeviceTemplate = operation({
  name: 'getDeviceTemplate',
  summary:
    'A spreadsheet for `importDevices` with headings, an example, and drop-down lists of the groups, models, icons and protocols.',
  access: importDevices.access,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings and lists') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});

export const exportDeviceDtosByEobUser = operation({
  name: 'exportDeviceDtosByEobUser',
  summary: 'Exports the devices that match a filter to an .xlsx or .csv file, as a batch task.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'own',
  bodyBytes: 81_920,
  payload: z.object({
    uid,
    format: z.enum(SHEET_FORMATS).default('xlsx'),
    deviceFilter: deviceFilter.default({}),
  }),
  result: z.object({ taskProgressId: id }),
  // `export-too-large` is a failure of the task, not of this call.
  errors: ['group-unknown', 'task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
