import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { Device, type DeviceReport } from '../support/device.ts';
import { registerAt } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

/** A name slightly longer than typical ones. */
const NAME = 'Courier of the northern district, second night shift';
const IMEI = '13900000777';
const [LNG, LAT] = [110.2975, 25.2775];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const STOP_MS = 8 * MINUTE;
const LEG_MS = 4 * MINUTE;
/** Intervals between fixes, at a stop and while driving. */
const STOP_INTERVAL_MS = 20 * SECOND;
const DRIVING_INTERVAL_MS = 5 * SECOND;
/** Fixes of one message. */
const MAX_FIXES_PER_MESSAGE = 30;

interface Stop {
  /** Degrees from the centre of the town. */
  readonly at: readonly [east: number, north: number];
  readonly battery?: number;
  readonly gsm?: number;
  readonly satellites?: number;
  readonly alarm?: NoticeType;
  /** Nothing is reported after its first minute. */
  readonly offline?: boolean;
}

/** Stops, one for each status of a stay point that a track can show. The fences and the point are those of `populate-map.ts`. */
const STOPS: readonly Stop[] = [
  { at: [-0.03, 0.016] },
  { at: [-0.02, 0.022] },
  { at: [-0.006, 0.024], alarm: 'VIBRATION' },
  { at: [0.008, 0.022], gsm: 8 },
  { at: [0.022, 0.012] },
  { at: [0.03, 0] },
  { at: [0.02, -0.012], alarm: 'SOS' },
  { at: [0.004, -0.004] },
  { at: [-0.002, -0.02], battery: 14 },
  { at: [-0.02, -0.024], satellites: 2 },
  { at: [-0.034, -0.014], offline: true },
  { at: [-0.036, 0.002] },
];

/** A courier's track of the last hours. */
export interface Courier {
  readonly trackerId: number;
  /** Epoch milliseconds of its first and last fix. */
  readonly start: number;
  readonly end: number;
}

/** Reports a courier's tour through the town from stop to stop; the last fix is a minute old. */
export async function sendCourier(server: ServerProcess): Promise<Courier> {
  const trackerId = await registerAt(server, {
    name: NAME,
    imei: IMEI,
    label: '夜班 02',
    icon: 'motorcycle',
  });
  const length = STOPS.length * STOP_MS + (STOPS.length - 1) * LEG_MS;
  const start = Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE - length;
  const fixes = STOPS.flatMap((stop, index) => {
    const arrival = start + index * (STOP_MS + LEG_MS);
    const next = STOPS[index + 1];
    return [
      ...fixesAtStop(stop, arrival),
      ...(next === undefined ? [] : fixesBetween(stop, next, arrival + STOP_MS)),
    ];
  });
  const device = await Device.connect(IMEI, server.ports.jt808);
  for (let from = 0; from < fixes.length; from += MAX_FIXES_PER_MESSAGE)
    await device.report(...fixes.slice(from, from + MAX_FIXES_PER_MESSAGE));
  device.disconnect();
  return { trackerId, start, end: start + length };
}

function fixesAtStop(stop: Stop, arrival: number): DeviceReport[] {
  const all = Array.from({ length: STOP_MS / STOP_INTERVAL_MS }, (_, index) => ({
    ...sensorValues(stop, arrival + index * STOP_INTERVAL_MS),
    // A stationary receiver reports positions that vary by a few metres.
    ...toCoordinates(
      stop.at[0] + receiverDrift(index, 0.00006),
      stop.at[1] + receiverDrift(index + 5, 0.00005),
    ),
    speed: 0,
    alarms: stop.alarm !== undefined && index === 12 ? [stop.alarm] : [],
  }));
  return stop.offline === true ? all.slice(0, MINUTE / STOP_INTERVAL_MS) : all;
}

function fixesBetween(from: Stop, to: Stop, departure: number): DeviceReport[] {
  const [east, north] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
  const course = (Math.atan2(east * Math.cos((LAT * Math.PI) / 180), north) * 180) / Math.PI;
  const metres = Math.hypot(east * Math.cos((LAT * Math.PI) / 180), north) * 111_195;
  return Array.from({ length: LEG_MS / DRIVING_INTERVAL_MS }, (_, index) => {
    const fraction = (index * DRIVING_INTERVAL_MS) / LEG_MS;
    // Accelerates and brakes: the distance and speed of a constant acceleration.
    const travelled = (1 - Math.cos(Math.PI * fraction)) / 2;
    const bend = 0.0012 * Math.sin(2 * Math.PI * fraction);
    return {
      ...sensorValues(from, departure + index * DRIVING_INTERVAL_MS),
      ...toCoordinates(from.at[0] + east * travelled, from.at[1] + north * travelled + bend),
      speed: Math.round(((metres * Math.PI) / 2 / (LEG_MS / SECOND)) * Math.sin(Math.PI * fraction) * 3.6),
      course: (Math.round(course) + 360) % 360,
    };
  });
}

function sensorValues(stop: Stop, time: number) {
  const minutes = time / MINUTE;
  return {
    time,
    altitude: Math.round(160 + 22 * Math.sin(minutes / 17) + 6 * Math.sin(minutes / 3)),
    battery: stop.battery ?? Math.round(68 - 20 * Math.sin(minutes / 40)),
    gsm: stop.gsm ?? Math.round(70 + 18 * Math.sin(minutes / 9)),
    satellites: stop.satellites ?? Math.round(12 + 3 * Math.sin(minutes / 5)),
  };
}

function receiverDrift(index: number, size: number): number {
  return size * Math.sin(index * 2.3) * Math.cos(index * 0.7);
}

function toCoordinates(east: number, north: number) {
  return { lng: Number((LNG + east).toFixed(6)), lat: Number((LAT + north).toFixed(6)) };
}
