import { once } from 'node:events';
import { hash, smoothNoise } from '../../movement/randomness.ts';
import { type PeerResponse, serveHttp } from '../../satellite/http-peer.ts';
import { PEER_HOST, type PeerContext } from './peer-context.ts';

const DAY_MS = 86_400_000;
/** Degrees of latitude and longitude with the same weather. */
const GRID = 2;

/** A weather service with the interface of Open-Meteo, whose forecasts are invented: the same for a place and day. */
export async function runWeather(port: number, { signal }: PeerContext): Promise<void> {
  const service = await serveHttp(PEER_HOST, ({ url }) => forecast(url.searchParams), port);
  await once(signal, 'abort');
  await service.close();
}

function forecast(query: URLSearchParams): PeerResponse {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number(query.get(name) ?? Number.NaN),
  );
  if (
    latitude === undefined ||
    longitude === undefined ||
    !(Number.isFinite(latitude) && Number.isFinite(longitude))
  )
    return { status: 400, body: { error: true, reason: 'latitude and longitude are required' } };
  const place = hash(`${Math.round(latitude / GRID)} ${Math.round(longitude / GRID)}`);
  const today = Math.floor(Date.now() / DAY_MS);
  /** A value of today and tomorrow between two limits. */
  const days = (name: string, min: number, max: number, digits = 0) =>
    [today, today + 1].map((day) =>
      Number((min + ((smoothNoise(place ^ hash(name), day, 3) + 1) / 2) * (max - min)).toFixed(digits)),
    );
  const wind = days('wind', 3, 13, 1);
  const low = days('temperature', 19, 25);
  return {
    status: 200,
    body: {
      current: { pressure_msl: days('pressure', 1_004, 1_020)[0] },
      daily_units: { wind_speed_10m_max: 'm/s', wind_gusts_10m_max: 'm/s' },
      daily: {
        temperature_2m_min: low,
        temperature_2m_max: low.map((value) => value + 4),
        wind_speed_10m_max: wind,
        wind_direction_10m_dominant: days('direction', 20, 150),
        wind_gusts_10m_max: wind.map((value) => Number((value * 1.4).toFixed(1))),
        precipitation_sum: days('rain', 0, 12, 1),
        wave_height_max: wind.map((value) => Number((value * 0.18).toFixed(1))),
      },
    },
  };
}
