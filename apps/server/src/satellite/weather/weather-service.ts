import { type Forecast, OPEN_METEO_QUERY, parseOpenMeteo } from '@wakeline/domain/satellite/weather-forecast';
import { ExternalServiceError, fetchExternalJson } from '../../places/fetch-external-json.ts';
import type { CheckResult } from '../queue/gateway.ts';

/** Services with the interface of Open-Meteo; placeholders {lat} and {lon}. */
export interface WeatherService {
  readonly url: string;
  /** For waves; null: forecasts have none. */
  readonly marineUrl: string | null;
}

export interface WeatherPlace {
  readonly latitude: number;
  readonly longitude: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
/** Of 110 m: a model has a grid of kilometres. */
const DIGITS = 3;

/** @throws ExternalServiceError without a usable forecast; without waves it is not. */
export async function readForecast(service: WeatherService, place: WeatherPlace): Promise<Forecast> {
  const { url, marineUrl } = service;
  const [response, marine] = await Promise.all([
    request(fill(url, place, OPEN_METEO_QUERY.forecast)),
    marineUrl === null ? null : request(fill(marineUrl, place, OPEN_METEO_QUERY.marine)).catch(() => null),
  ]);
  const forecast = parseOpenMeteo(response, marine);
  if (forecast === null) throw new ExternalServiceError('the weather service returned no forecast');
  return forecast;
}

/** Requests a forecast for a position in the South China Sea. */
export async function checkWeather(service: WeatherService): Promise<CheckResult> {
  try {
    await readForecast(service, { latitude: 15, longitude: 115 });
    return { isWorking: true, detail: 'the weather service returned a forecast' };
  } catch (error) {
    return { isWorking: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

function fill(template: string, { latitude, longitude }: WeatherPlace, query: string): string {
  const url = template
    .replaceAll('{lat}', latitude.toFixed(DIGITS))
    .replaceAll('{lon}', longitude.toFixed(DIGITS));
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

async function request(url: string): Promise<unknown> {
  const { status, json } = await fetchExternalJson(
    'weather service',
    url,
    { method: 'GET' },
    { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal },
  );
  if (status >= 300) throw new ExternalServiceError(`the weather service returned status ${status}`);
  return json;
}
