import type { DayForecast, Forecast } from './weather-forecast.ts';

export type WeatherLanguage = 'zh' | 'en';

type Field = 'temperature' | 'wind' | 'gust' | 'rain' | 'waves' | 'pressure';
type Day = 'today' | 'tomorrow';

/** Order in the text. */
const FIELDS: readonly Field[] = ['wind', 'gust', 'waves', 'rain', 'temperature', 'pressure'];
/** What is left out if the text is too long, in this order. The wind of today remains. */
const DROPPED: readonly (readonly [Day, Field])[] = [
  ['today', 'pressure'],
  ['tomorrow', 'temperature'],
  ['tomorrow', 'rain'],
  ['tomorrow', 'gust'],
  ['today', 'temperature'],
  ['tomorrow', 'waves'],
  ['today', 'rain'],
  ['tomorrow', 'wind'],
  ['today', 'gust'],
  ['today', 'waves'],
];

const DAY_NAMES: Readonly<Record<WeatherLanguage, Readonly<Record<Day, string>>>> = {
  zh: { today: '今:', tomorrow: '明:' },
  en: { today: 'Today: ', tomorrow: 'Tomorrow: ' },
};
const DIRECTIONS: Readonly<Record<WeatherLanguage, readonly string[]>> = {
  zh: ['北', '东北', '东', '东南', '南', '西南', '西', '西北'],
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
};

/** Lowest speeds of the forces 1 to 12, m/s (WMO-No. 306, code table 1100). */
const BEAUFORT = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];

/** The force on the Beaufort scale of a wind speed in m/s. */
export function beaufort(speed: number): number {
  return BEAUFORT.filter((min) => speed >= min).length;
}

/**
 * A short text of a forecast, of at most `limit` units as `measure` counts them. The least important values are left out
 * first; null if not even the first one fits, or nothing is known. It uses characters of GBK, in English of ASCII.
 */
export function composeWeather(
  forecast: Forecast,
  language: WeatherLanguage,
  limit: number,
  measure: (text: string) => number,
): string | null {
  const dropped = new Set<string>();
  for (let next = 0; next <= DROPPED.length; next++) {
    const text = writeForecast(forecast, language, (day, field) => !dropped.has(`${day}-${field}`));
    if (text !== '' && measure(text) <= limit) return text;
    dropped.add(DROPPED[next]?.join('-') ?? '');
  }
  return null;
}

function writeForecast(
  forecast: Forecast,
  language: WeatherLanguage,
  isIncluded: (day: Day, field: Field) => boolean,
): string {
  const days = (['today', 'tomorrow'] as const).flatMap((day) => {
    const values = forecast[day];
    if (values === null) return [];
    const fields = FIELDS.filter((field) => isIncluded(day, field)).flatMap((field) => {
      const text = language === 'zh' ? writeChinese(field, values) : writeEnglish(field, values);
      return text === null ? [] : [text];
    });
    return fields.length === 0 ? [] : [`${DAY_NAMES[language][day]}${fields.join(' ')}`];
  });
  return days.join(language === 'zh' ? ';' : '; ');
}

function writeChinese(field: Field, day: DayForecast): string | null {
  const { windSpeed, windDirection, gust, rain, waveHeight, pressure } = day;
  switch (field) {
    case 'temperature':
      return temperatures(day, '℃');
    case 'wind': {
      const direction = windDirection === null ? '风' : `${directionName(windDirection, 'zh')}风`;
      return windSpeed === null ? null : `${direction}${beaufort(windSpeed)}级${Math.round(windSpeed)}m/s`;
    }
    case 'gust':
      return gust === null ? null : `阵风${beaufort(gust)}级`;
    case 'rain':
      return rain === null || rain < MIN_RAIN ? null : `雨${oneDigit(rain)}mm`;
    case 'waves':
      return waveHeight === null ? null : `浪${oneDigit(waveHeight)}m`;
    case 'pressure':
      return pressure === null ? null : `${Math.round(pressure)}hPa`;
  }
}

function writeEnglish(field: Field, day: DayForecast): string | null {
  const { windSpeed, windDirection, gust, rain, waveHeight, pressure } = day;
  switch (field) {
    case 'temperature':
      return temperatures(day, 'C');
    case 'wind': {
      const direction = windDirection === null ? 'wind' : directionName(windDirection, 'en');
      return windSpeed === null ? null : `${direction} F${beaufort(windSpeed)} ${Math.round(windSpeed)}m/s`;
    }
    case 'gust':
      return gust === null ? null : `gust F${beaufort(gust)}`;
    case 'rain':
      return rain === null || rain < MIN_RAIN ? null : `rain ${oneDigit(rain)}mm`;
    case 'waves':
      return waveHeight === null ? null : `wave ${oneDigit(waveHeight)}m`;
    case 'pressure':
      return pressure === null ? null : `${Math.round(pressure)}hPa`;
  }
}

/** Less is written as no rain, mm. */
const MIN_RAIN = 0.1;

function temperatures({ minTemperature, maxTemperature }: DayForecast, unit: string): string | null {
  // Adding 0 turns -0 into 0.
  const values = [minTemperature, maxTemperature].flatMap((value) =>
    value === null ? [] : [Math.round(value) + 0],
  );
  return values.length === 0 ? null : `${values.join('/')}${unit}`;
}

const directionName = (degrees: number, language: WeatherLanguage): string =>
  DIRECTIONS[language][Math.round(degrees / 45) % 8] ?? '';

const oneDigit = (value: number): string => String(Math.round(value * 10) / 10);
