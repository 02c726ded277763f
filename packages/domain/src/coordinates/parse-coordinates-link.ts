import type { Coordinates } from '../geo/great-circle.ts';
import { fromGcj02 } from './gcj02.ts';

type ParsePair = (text: string) => Coordinates | null;

type Datum = 'WGS84' | 'GCJ02' | 'BD09';

/** How a map service writes coordinates into its URLs. */
interface LinkFormat {
  readonly hosts: RegExp;
  /** Patterns of two numbers in the decoded URL; the first match counts. */
  readonly patterns: readonly RegExp[];
  readonly order: 'lat,lng' | 'lng,lat';
  /** The datum of the coordinates. */
  readonly datum: (address: string) => Datum;
}

const PAIR = String.raw`([-+]?\d+(?:\.\d+)?)[,/]\s*([-+]?\d+(?:\.\d+)?)`;
const parameterPattern = (names: string) => new RegExp(`[?&#](?:${names})=(?:loc:)?${PAIR}`);

const AMAP = /(^|\.)(amap|gaode)\.com$/;
const amapDatum = (address: string): Datum =>
  /[?&]coordinate=(wgs84|gps)\b/i.test(address) ? 'WGS84' : 'GCJ02';

const LINK_FORMATS: readonly LinkFormat[] = [
  {
    // https://uri.amap.com: `coordinate=wgs84` means that the coordinates are not in GCJ-02.
    hosts: AMAP,
    patterns: [parameterPattern('position|center|to')],
    order: 'lng,lat',
    datum: amapDatum,
  },
  {
    // Links shared by the Amap app: `q=<coordinates>,<name>`, `p=<id>,<coordinates>,<name>`.
    hosts: AMAP,
    patterns: [parameterPattern('q'), new RegExp(`[?&]p=[^,&]*,${PAIR}`)],
    order: 'lat,lng',
    datum: amapDatum,
  },
  {
    hosts: /(^|\.)map\.qq\.com$/,
    patterns: [
      /[?&;]marker=coord:([-+]?\d+(?:\.\d+)?),([-+]?\d+(?:\.\d+)?)/,
      parameterPattern('coord|center|location'),
    ],
    order: 'lat,lng',
    datum: () => 'GCJ02',
  },
  {
    hosts: /(^|\.)map\.baidu\.com$/,
    patterns: [parameterPattern('location|latlng|center')],
    order: 'lat,lng',
    datum: (address) => {
      const kind = /[?&]coord_type=(wgs84|gcj02)/i.exec(address)?.[1]?.toUpperCase();
      return kind === 'WGS84' || kind === 'GCJ02' ? kind : 'BD09';
    },
  },
];

/** OpenStreetMap, Google and other services with the same URL formats. */
const DEFAULT_FORMAT: LinkFormat = {
  hosts: /./,
  patterns: [
    // A marker takes precedence over the map centre.
    /[?&]mlat=([-+]?\d+(?:\.\d+)?)&mlon=([-+]?\d+(?:\.\d+)?)/,
    /!3d([-+]?\d+(?:\.\d+)?)!4d([-+]?\d+(?:\.\d+)?)/,
    parameterPattern('q|query|ll|sll|daddr|destination|center|cp|position|location|latlng'),
    new RegExp(`/(?:place|search|dir)/(?:[^@]*/)?${PAIR}`),
    new RegExp(`@${PAIR}`),
    new RegExp(`#(?:map=)?[\\d.]+/${PAIR}`),
    /[?&]lat(?:itude)?=([-+]?\d+(?:\.\d+)?)&(?:lon|lng|long|longitude)=([-+]?\d+(?:\.\d+)?)/,
  ],
  order: 'lat,lng',
  datum: () => 'WGS84',
};

/** Returns the coordinates in a `geo:` URI or a link to a map; null if the text is neither or has none. */
export function parseLink(text: string, parsePair: ParsePair): Coordinates | null {
  if (/^geo:/i.test(text)) return parseGeo(text);
  const host = /^https?:\/\/([^/?#:]+)/i.exec(text)?.[1]?.toLowerCase();
  if (host === undefined) return null;
  const formats = LINK_FORMATS.filter(({ hosts }) => hosts.test(host));
  const address = decodeAddress(text);
  for (const { patterns, order, datum } of formats.length === 0 ? [DEFAULT_FORMAT] : formats) {
    for (const pattern of patterns) {
      const [match, first = '', second = ''] = pattern.exec(address) ?? [];
      if (match === undefined) continue;
      const found = parsePair(order === 'lat,lng' ? `${first},${second}` : `${second},${first}`);
      if (found !== null) return toWgs84(found, datum(address));
    }
  }
  return null;
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' ')).replaceAll(/,\s+/g, ',');
  } catch {
    return address;
  }
}

/** RFC 5870, 3.3: `geo:lat,lng[,altitude][;crs=...][;u=...]`. Android adds `?q=lat,lng(name)`, with 0,0 in front. */
function parseGeo(text: string): Coordinates | null {
  const number = String.raw`(-?\d+(?:\.\d+)?)`;
  const match = new RegExp(`^geo:${number},${number}(?:,${number})?((?:;[^?]*)?)(?:\\?(.*))?$`, 'i').exec(
    text,
  );
  if (match === null) return null;
  const [, first, second, , parameters = '', query = ''] = match;
  // Other coordinate reference systems are not supported.
  if (/;crs=(?!wgs84(;|$))/i.test(parameters)) return null;
  const named = new RegExp(`(?:^|&)q=${number},${number}`).exec(decodeAddress(query));
  const [latitude, longitude] = (named ?? [null, first, second]).slice(1).map(Number);
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function toWgs84({ latitude, longitude }: Coordinates, datum: Datum): Coordinates {
  if (datum === 'WGS84') return { latitude, longitude };
  const source = { lng: longitude, lat: latitude };
  const { lng, lat } = fromGcj02(datum === 'BD09' ? bd09ToGcj02(source) : source);
  return { latitude: lat, longitude: lng };
}

/** Baidu shifts GCJ-02 again; this is the inverse of all published implementations, accurate to some metres. */
function bd09ToGcj02({ lng, lat }: { readonly lng: number; readonly lat: number }) {
  const xPi = (Math.PI * 3_000) / 180;
  const [x, y] = [lng - 0.0065, lat - 0.006];
  const distance = Math.hypot(x, y) - 0.000_02 * Math.sin(y * xPi);
  const angle = Math.atan2(y, x) - 0.000_003 * Math.cos(x * xPi);
  return { lng: distance * Math.cos(angle), lat: distance * Math.sin(angle) };
}
