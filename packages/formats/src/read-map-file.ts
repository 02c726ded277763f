import { decodeText } from './decode-text.ts';
import type { FileContent } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';
import { type FileLimits, PointCounter } from './point-counter.ts';
import { readGeoJson } from './read-geojson.ts';
import { readGpx } from './read-gpx.ts';
import { readKml } from './read-kml.ts';
import { unpackKmz } from './unpack-kmz.ts';
import { walkXml } from './walk-xml.ts';

/**
 * Reads a GPX, KML, KMZ or GeoJSON file, detected by its content. A step of the generator takes milliseconds; callers can yield
 * to the event loop between steps.
 *
 * @throws MapFileError
 */
export function* readMapFile(bytes: Uint8Array, limits: FileLimits): Generator<void, FileContent> {
  const content = yield* readContent(bytes, new PointCounter(limits));
  if (content.features.length === 0) throw new MapFileError('empty');
  return content;
}

function* readContent(bytes: Uint8Array, counter: PointCounter): Generator<void, FileContent> {
  if (bytes.length === 0) throw new MapFileError('empty');
  if (isZip(bytes)) {
    const unpacked = yield* unpackKmz(bytes, counter.limits.unpackedBytes);
    if (!looksLikeText(unpacked)) throw new MapFileError('type');
    const text = yield* decodeText(unpacked);
    if ((yield* findRoot(text)) !== 'kml') throw new MapFileError('type');
    return yield* readKml(text, counter);
  }
  if (!looksLikeText(bytes)) throw new MapFileError('type');
  const text = yield* decodeText(bytes);
  if (/^\s*\{/.test(text)) return yield* readGeoJson(text, counter);
  switch (yield* findRoot(text)) {
    case 'gpx':
      return yield* readGpx(text, counter);
    case 'kml':
      return yield* readKml(text, counter);
    default:
      throw new MapFileError('type');
  }
}

/** A zip starts with a local file header (APPNOTE.TXT 4.3.7), or with the end of its directory if it is empty. */
function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return (
    first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}

/** False for an image, program or spreadsheet: their first bytes are no text, or no text that these formats start with. */
function looksLikeText(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  return /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*[<{]/.test(head);
}

class Root {
  name: string | null = null;
}

/**
 * Returns the name of the root element; null if the text is not XML.
 *
 * @throws MapFileError `entities`, `type` for a web page, `malformed` for a syntax error before the root element
 */
function* findRoot(text: string): Generator<void, string | null> {
  if (!/^\s*</.test(text)) return null;
  const root = new Root();
  const found = new MapFileError('type');
  const walk = walkXml(text, {
    open({ name }) {
      root.name = name;
      throw found;
    },
    close: () => undefined,
  });
  try {
    yield* walk;
  } catch (error) {
    if (error !== found) throw error;
  }
  return root.name;
}
