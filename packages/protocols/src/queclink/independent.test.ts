import { readFileSync } from 'node:fs';
import type { Report } from '@wakeline/domain/reports/report';
import { expect, it } from 'vitest';
import { queclink } from './queclink.ts';

/** A message as `queclink-parser` returns it. Values that a device does not send are null or absent. */
interface IndependentMessage {
  readonly frame: string;
  readonly imei: string;
  readonly history: boolean;
  readonly datetime: string;
  /** Longitude, latitude. */
  readonly coordinates: readonly [number, number];
  readonly speed: number;
  readonly azimuth: number;
  readonly altitude: number;
  readonly hdop: number;
  /** Kilometres. */
  readonly odometer: number;
  readonly hourmeter: number | null;
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  readonly battery: number;
  readonly inputCharge: number | null;
  readonly ada?: number;
  readonly adb?: number;
}

/** The messages and their values in the form of the other decoder, with its version and the command. */
const { messages }: { readonly messages: readonly IndependentMessage[] } = JSON.parse(
  readFileSync(new URL('testing/independent.json', import.meta.url), 'utf8'),
);

function decode(frame: string): { readonly deviceId: string; readonly report: Report } {
  const [event] = queclink.session().receive(Buffer.from(frame, 'latin1'), 0);
  const report = event?.type === 'reports' ? event.reports[0] : undefined;
  if (event?.type !== 'reports' || report === undefined) throw new Error(frame);
  return { deviceId: event.deviceId, report };
}

it('decodes periodic reports of GV300 and GL300 as an independent decoder does', () => {
  expect(messages.length).toBe(24);
  for (const expected of messages) {
    const { deviceId, report } = decode(expected.frame);
    const { fix, attributes } = report;
    expect({
      imei: deviceId,
      history: attributes.blindSpot ?? false,
      datetime: new Date(report.time).toISOString(),
      coordinates: [fix?.longitude, fix?.latitude],
      speed: fix?.speed,
      azimuth: fix?.course,
      altitude: fix?.altitude,
      hdop: attributes.hdop,
      battery: report.battery,
      cell: attributes.cell,
      voltages: [attributes.externalVoltage ?? null, attributes.analog1, attributes.analog2],
    }).toEqual({
      imei: expected.imei,
      history: expected.history,
      datetime: expected.datetime,
      coordinates: expected.coordinates,
      speed: expected.speed,
      azimuth: expected.azimuth,
      altitude: expected.altitude,
      hdop: expected.hdop,
      battery: expected.battery,
      cell: [expected.mcc, expected.mnc, expected.lac, expected.cid].join(','),
      voltages: [expected.inputCharge, expected.ada, expected.adb],
    });
    expect(attributes.odometer).toBeCloseTo(expected.odometer * 1000, 3);
    if (expected.hourmeter !== null) expect(attributes.engineHours).toBeCloseTo(expected.hourmeter, 2);
  }
});
