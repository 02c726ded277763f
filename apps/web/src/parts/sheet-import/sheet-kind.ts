import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { SheetLimit } from './sheet-file.ts';

/** What a sheet is about that the dialog imports. */
export interface SheetKind {
  readonly operation:
    | 'importDevices'
    | 'importParticipants'
    | 'importBdUsers'
    | 'importPlanes'
    | 'batchCreateFlights'
    | 'batchCreatePeople';
  readonly template:
    | 'getDeviceTemplate'
    | 'getParticipantTemplate'
    | 'getBdUserTemplate'
    | 'getPlaneTemplate'
    | 'getFlightTemplate'
    | 'getPeopleTemplate';
  /** Names of the templates. */
  readonly templateFiles: Readonly<Record<Language, string>>;
  /** Its texts in `sheetImport`. */
  readonly texts: 'devices' | 'accounts' | 'planes' | 'flights' | 'people' | 'participants';
  /** What the operation needs besides the file. */
  readonly more?: { readonly matchId: number };
  /** Of a file; the one of most sheets by default. */
  readonly limit?: SheetLimit;
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

export const FLIGHT_SHEET: SheetKind = {
  operation: 'batchCreateFlights',
  template: 'getFlightTemplate',
  templateFiles: { zh_CN: '航班.xlsx', en_US: 'flights.xlsx' },
  texts: 'flights',
};

export const PERSON_SHEET: SheetKind = {
  operation: 'batchCreatePeople',
  template: 'getPeopleTemplate',
  templateFiles: { zh_CN: '人员.xlsx', en_US: 'people.xlsx' },
  texts: 'people',
};

/** Participants of a match. */
export function participantSheet(matchId: number): SheetKind {
  return {
    operation: 'importParticipants',
    template: 'getParticipantTemplate',
    templateFiles: { zh_CN: '参赛者.xlsx', en_US: 'participants.xlsx' },
    texts: 'participants',
    more: { matchId },
    limit: { bytes: LIMITS.startListBytes, error: 'start-list-too-large' },
  };
}
