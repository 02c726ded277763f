import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Fictitious aircraft that circle an airport. Addresses from F00000 are temporary: they belong to no aircraft. */
const AIRCRAFT = Array.from({ length: 9 }, (_, index) => ({
  address: (0xf0_00_01 + index).toString(16).toUpperCase(),
  callSign: `WLK${810 + index}`,
  /** Degrees from the airport, feet, knots. */
  radius: 0.05 + index * 0.02,
  altitude: 2_000 + index * 1_500,
  speed: 150 + index * 25,
  /** Milliseconds of a circle. */
  period: 300_000 + index * 60_000,
}));
const AIRPORT = { latitude: 25.2181, longitude: 110.0392 };
const INTERVAL = 1_000;

/**
 * Serves BaseStation lines as an ADS-B receiver does. It ends with the process, and does not keep it running. Returns its
 * port.
 */
export async function startReceiver(): Promise<number> {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write(linesAt(Date.now())), INTERVAL).unref();
    socket.unref();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function linesAt(time: number): string {
  const [date, clock] = new Date(time).toISOString().replaceAll('-', '/').replace('Z', '').split('T');
  const when = `${date},${clock}`;
  return AIRCRAFT.flatMap(({ address, callSign, radius, altitude, speed, period }) => {
    const angle = ((time % period) / period) * 2 * Math.PI;
    const latitude = AIRPORT.latitude + radius * Math.cos(angle);
    const longitude = AIRPORT.longitude + (radius * Math.sin(angle)) / Math.cos(toRadians(latitude));
    const track = ((angle * 180) / Math.PI + 90) % 360;
    const head = (type: number) => `MSG,${type},1,1,${address},1,${when},${when}`;
    return [
      `${head(1)},${callSign},,,,,,,,,,,`,
      `${head(3)},,${altitude},,,${latitude.toFixed(5)},${longitude.toFixed(5)},,,0,0,0,0`,
      `${head(4)},,,${speed},${track.toFixed(1)},,,0,,,,,0`,
    ];
  })
    .map((line) => `${line}\r\n`)
    .join('');
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
