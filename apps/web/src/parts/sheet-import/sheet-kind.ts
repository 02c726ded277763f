import type { Language } from '@wakeline/contract/entities/user-config';

/** What a sheet is about that the dialog imports. */
export interface SheetKind {
  readonly operation: 'importDevices' | 'importBdUsers' | 'importPlanes';
  readonly template: 'getDeviceTemplate' | 'getBdUserTemplate' | 'getPlaneTemplate';
  /** Names of the templates. */
  readonly templateFiles: Readonly<Record<Language, string>>;
  /** Its texts in `sheetImport`. */
  readonly texts: 'devices' | 'accounts' | 'planes';
}

export const DEVICE_SHEET: SheetKind = {
  operation: 'importDevices',
  template: 'getDeviceTemplate',
  templateFiles: { zh_CN: '设备.xlsx', en_US: 'devices.xlsx' },
  texts: 'devices',
};

export const ACCOUNT_SHEET: SheetKind = {
  operation: 'importBdUsers',
  template: 'getBdUserTemplate',
  templateFiles: { zh_CN: '通信账号.xlsx', en_US: 'communication-accounts.xlsx' },
  texts: 'accounts',
};

export const PLANE_SHEET: SheetKind = {
  operation: 'importPlanes',
  template: 'getPlaneTemplate',
  templateFiles: { zh_CN: '飞机.xlsx', en_US: 'planes.xlsx' },
  texts: 'planes',
};
