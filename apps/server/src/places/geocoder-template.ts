/**
 * How the operator's geocoder is asked, and where in its JSON the answer stands. In the addresses `{lat}`, `{lon}`, `{language}`,
 * `{keywords}` and `{key}` stand for what is sent. A path goes down through names and numbers: `regeocode.formatted_address`.
 */
export interface GeocoderTemplate {
  /** Of a place in words; null: not asked. */
  readonly url: string | null;
  /** Of places by keywords; null: not asked. */
  readonly searchUrl: string | null;
  readonly key: string | null;
  /** Path to the address. */
  readonly address: string;
  readonly places: PlacePaths;
  /** Coordinates that it takes and gives. */
  readonly datum: (typeof GEOCODER_DATUMS)[number];
  /** Milliseconds that it may take. */
  readonly timeoutMs: number;
}

/** Where the places of a search stand; all but `list` within one of them. `location` is `"lng,lat"` in one text, as Amap gives it. */
export interface PlacePaths {
  /** Empty: the answer is the list. */
  readonly list: string;
  readonly name: string;
  readonly detail: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly location: string;
}

export const GEOCODER_DATUMS = ['wgs84', 'gcj02'] as const;

/** As Nominatim answers, `format=jsonv2`. */
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

/** What a path leads to; undefined: nothing. */
export function valueAt(json: unknown, path: string): unknown {
  if (path === '') return json;
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  }, json);
}

/** What is wrong with the addresses, each with its variable. */
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
      if (!text.includes(`{${placeholder}}`)) problems.push(`${name}: {${placeholder}} is not in it`);
    if (key === null && text.includes('{key}'))
      problems.push(`WAKELINE_GEOCODER_KEY: is needed with ${name}`);
  }
  return problems;
}
