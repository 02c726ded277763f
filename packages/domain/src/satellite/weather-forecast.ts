/** The weather of a day at a place. A value that the service did not give is null. */
export interface DayForecast {
  /** Degrees Celsius. */
  readonly minTemperature: number | null;
  readonly maxTemperature: number | null;
  /** Maximum at 10 m above the ground, m/s. */
  readonly windSpeed: number | null;
  /** From where, degrees clockwise from true north. */
  readonly windDirection: number | null;
  /** m/s. */
  readonly gust: number | null;
  /** mm, rain and snow. */
  readonly rain: number | null;
  /** Maximum significant height, m; null on land. */
  readonly waveHeight: number | null;
  /** At sea level, hPa. */
  readonly pressure: number | null;
}

export interface Forecast {
  readonly today: DayForecast;
  readonly tomorrow: DayForecast | null;
}

/** What the forecast must be asked for; the marine service is another address. */
export const OPEN_METEO_QUERY = {
  forecast:
    'daily=temperature_2m_min,temperature_2m_max,wind_speed_10m_max,wind_direction_10m_dominant,' +
    'wind_gusts_10m_max,precipitation_sum&current=pressure_msl&wind_speed_unit=ms&timezone=auto&forecast_days=2',
  marine: 'daily=wave_height_max&timezone=auto&forecast_days=2',
} as const;

type JsonObject = Readonly<Record<string, unknown>>;

/** Metres per second of the units of wind that Open-Meteo offers. */
const WIND_UNITS: Readonly<Record<string, number>> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  'mp/h': 0.44704,
  mph: 0.44704,
  kn: 1852 / 3600,
};

/**
 * Reads the responses of Open-Meteo (open-meteo.com/en/docs and /marine-weather-api): `daily` has an array for each
 * variable, today first, and `daily_units` its unit. Null if there is no forecast. Values that are impossible or in a unit
 * that was not asked for are left out, and so is a marine response without waves.
 */
export function parseOpenMeteo(response: unknown, marine: unknown): Forecast | null {
  if (!isObject(response) || !isObject(response.daily)) return null;
  const { daily } = response;
  const units = isObject(response.daily_units) ? response.daily_units : {};
  const current = isObject(response.current) ? response.current : {};
  const waves = isObject(marine) && isObject(marine.daily) ? marine.daily : {};
  const day = (index: number): DayForecast => {
    const value = (name: string, min: number, max: number) => valueAt(daily, name, index, min, max);
    const wind = (name: string) => {
      const speed = value(name, 0, 500);
      const factor = WIND_UNITS[typeof units[name] === 'string' ? units[name] : ''];
      return speed === null || factor === undefined ? null : speed * factor;
    };
    return {
      minTemperature: value('temperature_2m_min', -100, 70),
      maxTemperature: value('temperature_2m_max', -100, 70),
      windSpeed: wind('wind_speed_10m_max'),
      windDirection: value('wind_direction_10m_dominant', 0, 360),
      gust: wind('wind_gusts_10m_max'),
      rain: value('precipitation_sum', 0, 3_000),
      waveHeight: valueAt(waves, 'wave_height_max', index, 0, 40),
      pressure: index === 0 ? numberIn(current.pressure_msl, 800, 1_100) : null,
    };
  };
  const [today, tomorrow] = [day(0), day(1)];
  return isEmpty(today) ? null : { today, tomorrow: isEmpty(tomorrow) ? null : tomorrow };
}

const isEmpty = (day: DayForecast) => Object.values(day).every((value) => value === null);

function valueAt(daily: JsonObject, name: string, index: number, min: number, max: number): number | null {
  const values = daily[name];
  return Array.isArray(values) ? numberIn(values[index], min, max) : null;
}

function numberIn(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
