import { findHeading } from './read-csv-track.ts';

/** Formats from which tracks are read. */
export type TrackFileKind = 'gpx' | 'kml' | 'kmz' | 'fit' | 'csv' | 'nmea';

/** Bytes from the start of a file used to detect its kind. */
export const HEAD_BYTES = 65_536;

/** A sentence of a receiver (NMEA 0183, 5.3), also after a time that a logger has put in front. */
const SENTENCE = /(^|[^\w])[$][A-Z]{2,3}(RMC|GGA|VTG|ZDA|GLL|GSA|GSV),/;

/** Detects the kind of a file by its first bytes, `HEAD_BYTES` of them if it is that long; null: no supported kind. */
export function detectTrackKind(head: Uint8Array): TrackFileKind | null {
  const [first, second, third, fourth] = head;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return 'kmz';
  if (new TextDecoder('latin1').decode(head.subarray(8, 12)) === '.FIT') return 'fit';
  const text = decodeHead(head);
  if (/^\s*</.test(text)) {
    const root = /<(?:[\w.-]+:)?(gpx|kml)[\s>]/i.exec(text)?.[1]?.toLowerCase();
    return root === 'gpx' || root === 'kml' ? root : null;
  }
  const lines = text.split('\n', 50);
  if (lines.some((line) => SENTENCE.test(line))) return 'nmea';
  return findHeading(lines) === null ? null : 'csv';
}

function decodeHead(head: Uint8Array): string {
  return new TextDecoder(detectEncoding(head)).decode(head).replace(/^\ufeff/, '');
}

/** The encoding of a text: declared, UTF-8 if valid, otherwise that of Chinese spreadsheets. */
export function detectEncoding(head: Uint8Array): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(
    new TextDecoder('latin1').decode(head.subarray(0, 400)),
  )?.[1];
  if (declared !== undefined && !/^(utf-?16|ucs-?2)/i.test(declared)) return declared;
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return declared === undefined && head[0] !== 0x3c ? 'gb18030' : 'utf-8';
  }
}
