import type { Language } from '@wakeline/contract/entities/user-config';
import { fromGcj02, toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import { fillUrl, type GeocoderTemplate, valueAt } from './geocoder-template.ts';
import { OutsideError, outsideJson } from './outside-json.ts';

/** What is read of an answer. */
const ANSWER_BYTES = 1_048_576;
/** Characters of an address, and of a name, that are taken. */
const LONGEST = 200;

const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', en_US: 'en-US' };

export interface GeocoderPlace extends Coordinates {
  readonly name: string;
  readonly detail: string;
}

/** The operator's geocoder. Either question is null where he has not set it up; each throws `OutsideError` when it fails. */
export interface Geocoder {
  /** A place in words; empty: it says nothing about it. */
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
  const { url, searchUrl, patience } = template;

  async function ask(address: string, asked: Asked, signal: AbortSignal): Promise<unknown> {
    const { json, status } = await outsideJson(
      'geocoder',
      fillUrl(address, valuesOf(template, asked)),
      {},
      { bytes: ANSWER_BYTES, patience, signal },
    );
    if (status >= 300) throw new OutsideError(`the geocoder answers ${status}`);
    return json;
  }

  return {
    reverse:
      url === null
        ? null
        : async (at, language, signal) =>
            cleanText(valueAt(await ask(url, { at, language, keywords: '' }, signal), template.address)),
    search:
      searchUrl === null
        ? null
        : async (keywords, at, language, signal) => {
            const json = await ask(searchUrl, { at, language, keywords }, signal);
            const list = valueAt(json, template.places.list);
            return Array.isArray(list) ? list.flatMap((item) => placeOf(item, template)) : [];
          },
  };
}

interface Asked {
  readonly at: Coordinates | null;
  readonly language: Language;
  readonly keywords: string;
}

function valuesOf({ key, datum }: GeocoderTemplate, { at, language, keywords }: Asked) {
  const ground = at === null ? null : { lng: at.longitude, lat: at.latitude };
  const meant = ground === null || datum === 'wgs84' ? ground : toGcj02(ground);
  return {
    lat: meant === null ? '' : meant.lat.toFixed(6),
    lon: meant === null ? '' : meant.lng.toFixed(6),
    language: LANGUAGE_TAGS[language],
    keywords,
    key: key ?? '',
  };
}

function placeOf(item: unknown, { places, datum }: GeocoderTemplate): GeocoderPlace[] {
  const detail = cleanText(valueAt(item, places.detail));
  // A place without a name of its own is known by its address.
  const name = cleanText(valueAt(item, places.name)) || (detail.split(/[,，]/)[0] ?? '');
  const [lng, lat] =
    places.location === ''
      ? [valueAt(item, places.longitude), valueAt(item, places.latitude)].map(degreesOf)
      : String(valueAt(item, places.location)).split(',').map(degreesOf);
  if (name === '' || lng === undefined || lat === undefined) return [];
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return [];
  const ground = datum === 'wgs84' ? { lng, lat } : fromGcj02({ lng, lat });
  return [{ name, detail: detail === name ? '' : detail, latitude: ground.lat, longitude: ground.lng }];
}

/** Some give numbers as text. What is neither is no number. */
function degreesOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;
}

/** What is no text is no address: Amap answers an empty list where it knows none. */
function cleanText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
}
