import type { Language } from '@wakeline/contract/entities/user-config';
import { fromGcj02, toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import { ExternalServiceError, fetchExternalJson } from './fetch-external-json.ts';
import { fillUrl, type GeocoderTemplate, valueAt } from './geocoder-template.ts';

/** Maximum response size in bytes. */
const MAX_RESPONSE_BYTES = 1_048_576;
/** Maximum length of an address or a name in characters. */
const MAX_TEXT_LENGTH = 200;

const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', en_US: 'en-US' };

export interface GeocoderPlace extends Coordinates {
  readonly name: string;
  readonly detail: string;
}

/**
 * The operator's geocoder. Each function is null when its URL is not configured, and throws `ExternalServiceError`
 * when it fails.
 */
export interface Geocoder {
  /** The address of a position; empty when the geocoder has none. */
  readonly reverse: ((at: Coordinates, language: Language, signal: AbortSignal) => Promise<string>) | null;
  readonly search:
    | ((
        keywords: string,
        near: Coordinates | null,
        language: Language,
        signal: AbortSignal,
      ) => Promise<readonly GeocoderPlace[]>)
    | null;
}

export function createGeocoder(template: GeocoderTemplate): Geocoder {
  const { url, searchUrl, timeoutMs } = template;

  async function requestJson(
    urlTemplate: string,
    query: GeocoderQuery,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { json, status } = await fetchExternalJson(
      'geocoder',
      fillUrl(urlTemplate, toTemplateValues(template, query)),
      {},
      { maxBytes: MAX_RESPONSE_BYTES, timeoutMs, signal },
    );
    if (status >= 300) throw new ExternalServiceError(`the geocoder returned status ${status}`);
    return json;
  }

  return {
    reverse:
      url === null
        ? null
        : async (at, language, signal) =>
            cleanText(
              valueAt(await requestJson(url, { at, language, keywords: '' }, signal), template.address),
            ),
    search:
      searchUrl === null
        ? null
        : async (keywords, at, language, signal) => {
            const json = await requestJson(searchUrl, { at, language, keywords }, signal);
            const list = valueAt(json, template.places.list);
            return Array.isArray(list) ? list.flatMap((item) => toPlaces(item, template)) : [];
          },
  };
}

interface GeocoderQuery {
  readonly at: Coordinates | null;
  readonly language: Language;
  readonly keywords: string;
}

function toTemplateValues({ key, datum }: GeocoderTemplate, { at, language, keywords }: GeocoderQuery) {
  const wgs84 = at === null ? null : { lng: at.longitude, lat: at.latitude };
  const target = wgs84 === null || datum === 'wgs84' ? wgs84 : toGcj02(wgs84);
  return {
    lat: target === null ? '' : target.lat.toFixed(6),
    lon: target === null ? '' : target.lng.toFixed(6),
    language: LANGUAGE_TAGS[language],
    keywords,
    key: key ?? '',
  };
}

function toPlaces(item: unknown, { places, datum }: GeocoderTemplate): GeocoderPlace[] {
  const detail = cleanText(valueAt(item, places.detail));
  // A place without a name gets the first part of its address.
  const name = cleanText(valueAt(item, places.name)) || (detail.split(/[,，]/)[0] ?? '');
  const [lng, lat] =
    places.location === ''
      ? [valueAt(item, places.longitude), valueAt(item, places.latitude)].map(parseDegrees)
      : String(valueAt(item, places.location)).split(',').map(parseDegrees);
  if (name === '' || lng === undefined || lat === undefined) return [];
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return [];
  const wgs84 = datum === 'wgs84' ? { lng, lat } : fromGcj02({ lng, lat });
  return [{ name, detail: detail === name ? '' : detail, latitude: wgs84.lat, longitude: wgs84.lng }];
}

/** Some geocoders return numbers as strings. Anything else is NaN. */
function parseDegrees(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;
}

/** A value that is not a string counts as no address: Amap returns an empty list in that case. */
function cleanText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}
