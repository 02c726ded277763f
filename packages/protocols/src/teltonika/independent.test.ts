import { readFileSync } from 'node:fs';
import type { Report } from '@wakeline/domain/reports/report';
import { expect, it } from 'vitest';
import { fromHex } from '../testing/stream-example.ts';
import { teltonika } from './teltonika.ts';

/** A record as `complete-teltonika-parser` returns it. */
interface IndependentRecord {
  readonly time: string;
  readonly priority: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly altitude: number;
  readonly angle: number;
  readonly satellites: number;
  readonly speed: number;
  readonly event: number;
  /** Unsigned integers in decimal digits. */
  readonly elements: Readonly<Record<string, string>>;
}

interface IndependentPacket {
  readonly frame: string;
  readonly records: readonly IndependentRecord[];
}

/** The frames and their values in the form of the other decoder, with its version and the command. */
const { packets }: { readonly packets: readonly IndependentPacket[] } = JSON.parse(
  readFileSync(new URL('testing/independent.json', import.meta.url), 'utf8'),
);

function decode(frame: string): readonly Report[] {
  const session = teltonika.session();
  session.receive(teltonika.terminal('356307042441013').login()?.bytes ?? new Uint8Array(), 0);
  const [event] = session.receive(fromHex(frame), 0);
  return event?.type === 'reports' ? event.reports : [];
}

function toIndependent({ time, fix, satellites, attributes }: Report): IndependentRecord {
  const elements = Object.entries(attributes).filter(([name]) => /^io\d+$/.test(name));
  return {
    time: new Date(time).toISOString(),
    priority: Number(attributes.priority ?? 0),
    longitude: fix?.longitude ?? 0,
    latitude: fix?.latitude ?? 0,
    // The other decoder reads the altitude without its sign.
    altitude: (fix?.altitude ?? 0) & 0xffff,
    angle: fix?.course ?? 0,
    satellites: satellites ?? 0,
    speed: fix?.speed ?? 0,
    event: Number(attributes.event ?? 0),
    elements: Object.fromEntries(
      elements.map(([name, value]) => [
        name.slice(2),
        typeof value === 'string' ? BigInt(`0x${value}`).toString() : String(value),
      ]),
    ),
  };
}

it('decodes records as an independent decoder does', () => {
  expect(packets.length).toBe(24);
  for (const { frame, records } of packets) expect(decode(frame).map(toIndependent)).toEqual(records);
});
