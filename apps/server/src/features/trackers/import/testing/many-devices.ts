import type { ProgramCell } from '@wakeline/formats/testing/sheet-programs';

/** More than the tests of single cells: each kind of value in each of thousands of positions. */
export const MANY_DEVICES = 100_000;

/** A device of a large sheet. */
export interface SheetDevice {
  readonly name: string;
  readonly imei: string;
  /** Whether the cell is a number, as people type it. */
  readonly isNumber: boolean;
  readonly label: string;
  readonly model: string;
  readonly group: string;
  readonly icon: string;
  readonly protocol: string;
  readonly iotCard: string;
  readonly password: string;
  /** Local, without a time for a day: `2030-01-02` or `2030-01-02T18:30:05`. */
  readonly validUntil: string;
  readonly note: string;
}

export const SHEET_HEADINGS = [
  'Name',
  'IMEI/ID',
  'Label',
  'Model',
  'Group',
  'Icon',
  'Protocol',
  'IoT card',
  'Password',
  'Valid until',
  'Note',
];

const NAMES: readonly ((at: number) => string)[] = [
  (at) => `Device ${at}`,
  (at) => `北斗终端${at}号`,
  (at) => `=SUM(A1:A${at})`,
  (at) => `+86 ${at}`,
  (at) => `-${at}`,
  (at) => `@here ${at}`,
  (at) => `"Gull", ${at}; <&> 😀`,
  // The longest name.
  (at) => `${at} `.padEnd(64, '长'),
];
const NOTES = ['', "=cmd|' /C calc'!A0", 'first line\nsecond line', '-1+1', '@SUM(1)', '+1', '备注，带逗号'];
const GROUPS = ['', 'Fleet', 'Fleet / North'];
const ICONS = ['Car', 'Sailboat', 'Generic'];
const MODELS = ['', 'GT06N', '自有型号'];

const pick = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[at % values.length];
  if (value === undefined) throw new Error('no values');
  return value;
};

/** Devices whose values follow from their number. @param prefix digit that makes their IMEIs unique */
export function manyDevices(prefix: number): readonly SheetDevice[] {
  return Array.from({ length: MANY_DEVICES }, (_, at) => {
    const number = String(at + 1).padStart(6, '0');
    const day = `20${30 + (at % 50)}-0${1 + (at % 9)}-${10 + (at % 18)}`;
    const isNumber = at % 2 === 0;
    return {
      name: pick(NAMES, at)(at),
      imei: `86123${prefix}012${number}`,
      isNumber,
      label: pick(['', `#${at % 10_000}`], at),
      model: pick(MODELS, at),
      group: pick(GROUPS, at),
      icon: pick(ICONS, at),
      protocol: pick(['gt06', 'jt808'], at),
      iotCard: `8986010000${prefix}012${number}`,
      password: `p${at % 1_000}-x`,
      validUntil: at % 3 === 0 ? day : `${day}T${10 + (at % 13)}:${10 + (at % 50)}:05`,
      note: pick(NOTES, at),
    };
  });
}

/** The row of a device, with typed cells. */
export function rowOf(device: SheetDevice): readonly ProgramCell[] {
  const { validUntil } = device;
  return [
    device.name,
    device.isNumber ? Number(device.imei) : device.imei,
    device.label,
    device.model,
    device.group,
    device.icon,
    device.protocol,
    device.iotCard,
    device.password,
    { date: validUntil.includes('T') ? validUntil : `${validUntil}T00:00:00` },
    device.note,
  ].map((cell) => (cell === '' ? null : cell));
}

/** The same rows as CSV (RFC 4180), with dates in the order year, month, day. */
export function csvOf(devices: readonly SheetDevice[]): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = devices.map((device) =>
    rowOf(device)
      .map((cell, column) =>
        SHEET_HEADINGS[column] === 'Valid until'
          ? device.validUntil.replace('T', ' ')
          : quote(String(cell ?? '')),
      )
      .join(),
  );
  return `${[SHEET_HEADINGS.join(), ...lines].join('\n')}\n`;
}

const HOUR_MS = 3_600_000;

/** End of the validity in an account of Shanghai, which is 8 hours before UTC all year. A day is the last valid one. */
export function endOfValidity({ validUntil }: SheetDevice): number {
  const isDay = !validUntil.includes('T');
  const local = Date.parse(isDay ? `${validUntil}T00:00:00Z` : `${validUntil}Z`);
  return local - 8 * HOUR_MS + (isDay ? 24 * HOUR_MS : 0);
}
