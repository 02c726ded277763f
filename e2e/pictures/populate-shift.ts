import { setTimeout as delay } from 'node:timers/promises';
import { Device, type DeviceReport } from '../support/device.ts';
import type { ServerProcess } from '../support/server.ts';

const MINUTE = 60_000;
/** Minutes of a trip and of the stop after it. */
const [DRIVE, STOP] = [20, 50];
const TRIPS = 4;
const DEPOT = { lng: 120.28, lat: 36.073333 };
/** Degrees of longitude in a minute at 36 km/h: 600 m. */
const STEP = 0.00667;
/** Positions of one frame. */
const PER_FRAME = 10;

/** Creates the depot's fence, and reports the trips of a truck between it and a quay in the last hours, up to now. */
export async function reportShift({ client, ports }: ServerProcess, imei: string): Promise<void> {
  await client.call('createFence', {
    fenceName: '前湾港区集装箱堆场 Qianwan container yard',
    fenceType: 'CIRCULAR',
    fenceData: { center: [DEPOT.lng, DEPOT.lat], radius: 900 },
    color: '#0f6cbd',
  });
  // The engine reads fences at most once a second, and positions of before would cross none.
  await delay(3_000);
  const device = await Device.connect(imei, ports.jt808);
  const positions = shiftUntil(Math.floor(Date.now() / 1_000) * 1_000);
  for (let start = 0; start < positions.length; start += PER_FRAME)
    await device.report(...positions.slice(start, start + PER_FRAME));
  device.disconnect();
}

/** A position a minute. The truck drives east and back, and stops after each trip. */
function shiftUntil(now: number): DeviceReport[] {
  const minutes = TRIPS * (DRIVE + STOP) - STOP + 5;
  return Array.from({ length: minutes + 1 }, (_, minute) => {
    const trip = Math.floor(minute / (DRIVE + STOP));
    const driven = Math.min(minute % (DRIVE + STOP), DRIVE);
    const isDriving = driven > 0 && driven < DRIVE;
    const distance = trip % 2 === 0 ? driven : DRIVE - driven;
    return {
      lng: Number((DEPOT.lng + distance * STEP).toFixed(6)),
      lat: DEPOT.lat,
      time: now - (minutes - minute) * MINUTE,
      speed: isDriving ? 36 : 0,
      course: trip % 2 === 0 ? 90 : 270,
      altitude: 4,
      battery: 88,
      gsm: 80,
      alarms: trip === 1 && driven === 8 ? ['OUTAGE'] : [],
      attributes: { ignition: isDriving },
    };
  });
}
