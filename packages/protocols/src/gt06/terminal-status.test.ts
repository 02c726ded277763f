import { describe, expect, it } from 'vitest';
import { readStatus } from './terminal-status.ts';

describe('readStatus', () => {
  // Codes of the alarm byte: Concox JM-VL03 v1.1.2, alarm packet.
  it.each([
    [0x01, 'SOS'],
    [0x02, 'OUTAGE'],
    [0x03, 'VIBRATION'],
    [0x04, 'IN'],
    [0x05, 'OUT'],
    [0x06, 'OVERSPEED'],
    [0x09, 'VIBRATION'],
    [0x0e, 'LOWPOWER'],
    [0x0f, 'LOWPOWER'],
    [0x12, 'LOWPOWER'],
    [0x13, 'TEARDOWN'],
    [0x15, 'LOWPOWER'],
    [0x16, 'VOICE'],
    [0x18, 'TEARDOWN'],
    [0x19, 'LOWPOWER'],
    [0x25, 'TEARDOWN'],
    [0x2c, 'VIBRATION'],
    [0x32, 'TEARDOWN'],
  ])('reads alarm code %i as %s', (code, notice) => {
    const attributes = {};
    expect(readStatus(Buffer.of(0, 6, 4, code, 2), 0, attributes).alarms).toEqual([notice]);
    expect(attributes).toMatchObject({ alarmCode: code });
  });

  it.each([
    [0b001_000, ['VIBRATION']],
    [0b010_000, ['OUTAGE']],
    [0b011_000, ['LOWPOWER']],
    [0b100_000, ['SOS']],
    [0b101_000, []],
    [0b110_000, []],
    [0b111_000, ['TEARDOWN']],
    [0, []],
  ])('reads alarm bits %i as %o', (bits, alarms) => {
    expect(readStatus(Buffer.of(bits, 6, 4, 0, 2), 0, {}).alarms).toEqual(alarms);
  });

  it('reports an alarm once if it is in both bits and code', () => {
    expect(readStatus(Buffer.of(0b100_000, 6, 4, 1, 2), 0, {}).alarms).toEqual(['SOS']);
    expect(readStatus(Buffer.of(0b100_000, 6, 4, 2, 2), 0, {}).alarms).toEqual(['OUTAGE', 'SOS']);
  });

  it.each([
    [0xfe, true],
    [0xff, false],
  ])('reads code %i as ignition %s', (code, ignition) => {
    const attributes = {};
    expect(readStatus(Buffer.of(ignition ? 0 : 2, 6, 4, code, 2), 0, attributes).alarms).toEqual([]);
    expect(attributes).toMatchObject({ ignition });
  });

  it.each([
    [0, 0],
    [1, 17],
    [6, 100],
    [7, 7],
    [100, 100],
    [101, null],
    [0x80, 0],
    [0x80 + 83, 83],
    [0x80 + 101, null],
    [255, null],
  ])('reads battery level %i as %s percent', (level, battery) => {
    expect(readStatus(Buffer.of(0, level, 4, 0, 2), 0, {}).battery).toBe(battery);
  });

  it.each([
    [0, 0],
    [3, 75],
    [4, 100],
    [5, null],
  ])('reads signal level %i as %s percent', (level, gsm) => {
    expect(readStatus(Buffer.of(0, 6, level, 0, 2), 0, {}).gsm).toBe(gsm);
  });
});
