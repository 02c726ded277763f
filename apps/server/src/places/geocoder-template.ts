/**
 * How requests to the operator's geocoder are built, and where its JSON response has the results. The URLs may
 * contain `{lat}`, `{lon}`, `{language}`, `{keywords}` and `{key}`. A path consists of names and indexes:
 * `regeocode.formatted_address`.
 */
export interface GeocoderTemplate {
  /** URL for the address of a position; null: not used. */
  readonly url: string | null;
  /** URL for places by keywords; null: not used. */
  readonly searchUrl: string | null;
  readonly key: string | null;
  /** Path to the address. */
  readonly address: string;
  readonly places: PlacePaths;
  /** Datum of the coordinates in requests and responses. */
  readonly datum: (typeof GEOCODER_DATUMS)[number];
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Paths to the places of a search; all except `list` are relative to one place. `location` is `"lng,lat"` in one
 * string, as in Amap's responses.
 */
export interface PlacePaths {
  /** Empty: the response itself is the list. */
  readonly list: string;
  readonly name: string;
  readonly detail: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly location: string;
}

export const GEOCODER_DATUMS = ['wgs84', 'gcj02'] as const;

/** The response of Nominatim with `format=jsonv2`. */
export const NOMINATIM_PLACES: PlacePaths = {
  list: '',
  name: 'name',
  detail: 'display_name',
  latitude: 'lat',
  longitude: 'lon',
  location: '',
};

export interface GeocoderValues {
  readonly lat: string;
  readonly lon: string;
  readonly language: string;
  readonly keywords: string;
  readonly key: string;
}

const PLACEHOLDERS = [
  'lat',
  'lon',
  'language',
  'keywords',
  'key',
] as const satisfies (keyof GeocoderValues)[];
const PLACEHOLDER_PATTERN = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g');

export function fillUrl(template: string, values: GeocoderValues): string {
  return template.replaceAll(PLACEHOLDER_PATTERN, (_placeholder, name: keyof GeocoderValues) =>
    encodeURIComponent(values[name]),
  );
}

/** Returns the value at a path; undefined when there is none. */
export function valueAt(json: unknown, path: string): unknown {
  if (path === '') return json;
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  }, json);
}

/** Problems of the URLs, each with its environment variable. */
export function validateGeocoder({ url, searchUrl, key }: GeocoderTemplate): readonly string[] {
  const problems: string[] = [];
  for (const [name, text, required] of [
    ['WAKELINE_GEOCODER_URL', url, ['lat', 'lon']],
    ['WAKELINE_GEOCODER_SEARCH_URL', searchUrl, ['keywords']],
  ] as const) {
    if (text === null) continue;
    const unknown = text.replaceAll(PLACEHOLDER_PATTERN, '').match(/\{[a-z]\w*\}/i);
    if (unknown !== null) {
      problems.push(
        `${name}: there is no ${unknown[0]}, only ${PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ')}`,
      );
    }
    for (const placeholder of required)
      if (!text.includes(`{${placeholder}}`)) problems.push(`${name}: {${placeholder}} is missing`);
    if (key === null && text.includes('{key}'))
      problems.push(`WAKELINE_GEOCODER_KEY: is needed with ${name}`);
  }
  return problems;
}
