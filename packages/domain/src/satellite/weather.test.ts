import { describe, expect, it } from 'vitest';
import { OPEN_METEO_QUERY, parseOpenMeteo } from './weather-forecast.ts';
import { beaufort, composeWeather } from './weather-text.ts';

/** In the form that the documentation of Open-Meteo describes; the values are made up. */
const RESPONSE = {
  latitude: 36.0625,
  longitude: 120.375,
  timezone: 'Asia/Shanghai',
  current: { time: '2026-11-23T12:00', interval: 900, pressure_msl: 1018.6 },
  daily_units: {
    time: 'iso8601',
    temperature_2m_min: '°C',
    temperature_2m_max: '°C',
    wind_speed_10m_max: 'm/s',
    wind_direction_10m_dominant: '°',
    wind_gusts_10m_max: 'm/s',
    precipitation_sum: 'mm',
  },
  daily: {
    time: ['2026-11-23', '2026-11-24'],
    temperature_2m_min: [4.6, -0.4],
    temperature_2m_max: [11.2, 6.5],
    wind_speed_10m_max: [9.3, 14.2],
    wind_direction_10m_dominant: [23, 338],
    wind_gusts_10m_max: [14, 21.5],
    precipitation_sum: [0, 3.25],
  },
};
const MARINE = { daily: { time: ['2026-11-23', '2026-11-24'], wave_height_max: [1.24, 2.6] } };
const FORECAST = parseOpenMeteo(RESPONSE, MARINE);
const compose = (language: 'zh' | 'en', limit: number) =>
  FORECAST === null ? null : composeWeather(FORECAST, language, limit, (text) => text.length);

describe('the response of Open-Meteo', () => {
  it('has the values of two days', () => {
    expect(FORECAST).toEqual({
      today: {
        minTemperature: 4.6,
        maxTemperature: 11.2,
        windSpeed: 9.3,
        windDirection: 23,
        gust: 14,
        rain: 0,
        waveHeight: 1.24,
        pressure: 1018.6,
      },
      tomorrow: {
        minTemperature: -0.4,
        maxTemperature: 6.5,
        windSpeed: 14.2,
        windDirection: 338,
        gust: 21.5,
        rain: 3.25,
        waveHeight: 2.6,
        pressure: null,
      },
    });
  });

  it('requests what it reads', () => {
    const daily = /^daily=([^&]*)/.exec(OPEN_METEO_QUERY.forecast)?.[1]?.split(',');
    expect(daily?.toSorted()).toEqual(
      Object.keys(RESPONSE.daily)
        .toSorted()
        .filter((name) => name !== 'time'),
    );
    expect(OPEN_METEO_QUERY.forecast).toContain('&current=pressure_msl&');
    expect(OPEN_METEO_QUERY.marine).toMatch(/^daily=wave_height_max&/);
  });

  it.each([
    // 36 km/h and 10 m/s are the same; 1 kn = 1852 m/h.
    ['km/h', 36, 10],
    ['kn', 36, 18.52],
    ['mp/h', 10, 4.4704],
    ['furlong', 36, null],
  ])('converts wind in %s', (unit, speed, expected) => {
    const daily_units = { wind_speed_10m_max: unit };
    const parsed = parseOpenMeteo(
      { daily: { rain: [1], wind_speed_10m_max: [speed], precipitation_sum: [1] }, daily_units },
      null,
    );
    if (expected === null) expect(parsed?.today.windSpeed).toBeNull();
    else expect(parsed?.today.windSpeed).toBeCloseTo(expected, 6);
  });

  it('leaves out impossible values, and tomorrow if nothing is known of it', () => {
    const daily = {
      temperature_2m_max: [500],
      wind_direction_10m_dominant: ['N'],
      precipitation_sum: [-1],
      temperature_2m_min: [3, null],
    };
    expect(parseOpenMeteo({ daily }, { daily: { wave_height_max: 'high' } })).toMatchObject({
      today: { maxTemperature: null, minTemperature: 3, windDirection: null, rain: null, waveHeight: null },
      tomorrow: null,
    });
  });

  it.each([null, 'text', [], {}, { daily: [] }, { daily: {} }, { error: true, reason: 'x' }])(
    'has no forecast: %o',
    (response) => {
      expect(parseOpenMeteo(response, MARINE === response ? null : undefined)).toBeNull();
    },
  );
});

describe('the text of a forecast', () => {
  it('has everything if there is room', () => {
    expect(compose('zh', 200)).toBe(
      '今:东北风5级9m/s 阵风7级 浪1.2m 5/11℃ 1019hPa;明:北风7级14m/s 阵风9级 浪2.6m 雨3.3mm 0/7℃',
    );
    expect(compose('en', 200)).toBe(
      'Today: NE F5 9m/s gust F7 wave 1.2m 5/11C 1019hPa; Tomorrow: N F7 14m/s gust F9 wave 2.6m rain 3.3mm 0/7C',
    );
  });

  it('leaves out the least important values first', () => {
    expect(compose('zh', 45)).toBe('今:东北风5级9m/s 阵风7级 浪1.2m;明:北风7级14m/s 浪2.6m');
    expect(compose('zh', 24)).toBe('今:东北风5级9m/s 阵风7级 浪1.2m');
    expect(compose('zh', 12)).toBe('今:东北风5级9m/s');
    expect(compose('en', 30)).toBe('Today: NE F5 9m/s wave 1.2m');
    expect(compose('en', 16)).toBeNull();
  });

  it('never exceeds the limit in the units of the caller', () => {
    // As BeiDou counts Chinese text: two bytes for each character that is not ASCII.
    const measure = (text: string) => [...text].reduce((sum, c) => sum + (c < '\u0080' ? 1 : 2), 0);
    if (FORECAST === null) throw new Error('no forecast');
    for (let limit = 0; limit < 100; limit++)
      for (const language of ['zh', 'en'] as const) {
        const text = composeWeather(FORECAST, language, limit, measure);
        if (text !== null) expect(measure(text)).toBeLessThanOrEqual(limit);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
        if (language === 'en' && text !== null) expect(text).toMatch(/^[\x00-\x7f]*$/);
      }
  });

  it('names the forces of the Beaufort scale', () => {
    const speeds = [0, 0.2, 0.3, 1.5, 1.6, 5.4, 5.5, 10.8, 17.1, 17.2, 32.6, 32.7, 60];
    expect(speeds.map(beaufort)).toEqual([0, 0, 1, 1, 2, 3, 4, 6, 7, 8, 11, 12, 12]);
  });
});
