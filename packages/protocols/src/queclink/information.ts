import type { ReportDraft } from '../report-draft.ts';
import { readMotion } from './motion.ts';
import { toNumber } from './position.ts';
import { addExtra } from './status.ts';

/** Reads the fields of a message without a position. */
type InformationReader = (fields: readonly string[], draft: ReportDraft) => void;

const ICCID = /^[0-9A-F]{18,20}$/i;
const MAX_SIGNAL = 31;
const MILLIVOLTS = 1000;

/**
 * +RESP:GTINF (GL300 1.02, device information; GV300 0.7 has the same first fields):
 *
 * | field  | meaning                                             |
 * | ------ | --------------------------------------------------- |
 * | 0      | state of motion                                     |
 * | 1      | ICCID                                               |
 * | 2, 3   | signal, 0 to 31 or 99 for unknown; bit error rate   |
 * | 4, 5   | whether external power is connected, its mV         |
 * | 6      | mileage or reserved                                 |
 * | 7      | voltage of the battery                              |
 * | 8      | whether it charges                                  |
 *
 * Further fields differ by device.
 */
const readInformation: InformationReader = (fields, draft) => {
  const [
    motion = '',
    iccid = '',
    signal = '',
    ,
    power,
    powerVoltage,
    reserved = '',
    battery,
    charging,
    ...others
  ] = fields;
  const { attributes } = draft;
  readMotion(motion, draft);
  readIccid(iccid, draft);
  readSignal(signal, draft);
  readFlag('externalPower', power, draft);
  const millivolts = toNumber(powerVoltage);
  if (millivolts !== null && power === '1') attributes.externalVoltage = millivolts / MILLIVOLTS;
  const voltage = toNumber(battery);
  if (voltage !== null) attributes.batteryVoltage = voltage;
  readFlag('charging', charging, draft);
  addExtra([reserved, ...others], draft);
};

const readCard: InformationReader = ([iccid = ''], draft) => readIccid(iccid, draft);

const readCellSignal: InformationReader = ([signal = ''], draft) => readSignal(signal, draft);

const readVersion: InformationReader = ([type = '', firmware = '', ...others], { attributes, ...draft }) => {
  if (type !== '') attributes.type = type;
  if (firmware !== '') attributes.softwareVersion = firmware;
  addExtra(others, { attributes, ...draft });
};

/** +RESP:GTBAT (GV200 3.20): main supply, reserved, whether the backup battery is on, its voltage, whether it charges, LED. */
const readSupply: InformationReader = (
  [power, reserved = '', onBattery = '', battery, charging, ...others],
  draft,
) => {
  readFlag('externalPower', power, draft);
  const voltage = toNumber(battery);
  if (voltage !== null) draft.attributes.batteryVoltage = voltage;
  readFlag('charging', charging, draft);
  addExtra([reserved, onBattery, ...others], draft);
};

export const INFORMATION_READERS: ReadonlyMap<string, InformationReader> = new Map([
  ['GTINF', readInformation],
  ['GTCID', readCard],
  ['GTCSQ', readCellSignal],
  ['GTVER', readVersion],
  ['GTBAT', readSupply],
]);

function readIccid(text: string, { attributes }: ReportDraft): void {
  if (ICCID.test(text)) attributes.iccid = text;
}

/** 0 to 31 as in AT+CSQ; 99: unknown. */
function readSignal(text: string, draft: ReportDraft): void {
  const signal = toNumber(text);
  if (signal !== null && signal >= 0 && signal <= MAX_SIGNAL)
    draft.gsm = Math.round((signal * 100) / MAX_SIGNAL);
}

function readFlag(name: string, field: string | undefined, { attributes }: ReportDraft): void {
  if (field === '0' || field === '1') attributes[name] = field === '1';
}
