import { MapFileError } from './map-file-error.ts';

/** The encoding in an XML declaration (XML 1.0, 4.3.3), which is ASCII in all encodings except UTF-16. */
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/** A file of single bytes that declares UTF-16 is UTF-8. */
const UTF16_LABEL = /^(utf-?16|ucs-?2|iso-10646-ucs-2)/i;

/**
 * Decodes a file: UTF-8, UTF-16 by its byte order mark or its first character, or the encoding of its XML declaration.
 *
 * @throws MapFileError `malformed` for bytes that are invalid in the encoding, or an unknown encoding
 */
export function* decodeText(bytes: Uint8Array): Generator<void, string> {
  const encoding = detectEncoding(bytes);
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new MapFileError('malformed', 1);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MapFileError('malformed', yield* findInvalidLine(bytes, encoding));
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  const declared = DECLARED.exec(head)?.[1];
  return declared === undefined || UTF16_LABEL.test(declared) ? 'utf-8' : declared;
}

/** Bytes decoded per step; smaller steps then narrow down the position of the invalid byte. */
const CHUNK_SIZES = [1_048_576, 4_096, 1] as const;

/** The line of the first invalid byte; line feeds are single bytes in all encodings except UTF-16. */
function* findInvalidLine(bytes: Uint8Array, encoding: string): Generator<void, number> {
  if (encoding.startsWith('utf-16')) return 1;
  const end = yield* findInvalidByte(bytes, encoding);
  let line = 1;
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] === 0x0a) line += 1;
    if (at % CHUNK_SIZES[0] === 0) yield;
  }
  return line;
}

/** The position where decoding fails; the length of the file if it ends within a character. */
function* findInvalidByte(bytes: Uint8Array, encoding: string): Generator<void, number> {
  let read = 0;
  for (const chunkSize of CHUNK_SIZES) {
    // A decoder that has thrown has lost its state.
    const decoder = new TextDecoder(encoding, { fatal: true });
    for (let from = 0; from < read; from += CHUNK_SIZES[0]) {
      decoder.decode(bytes.subarray(from, Math.min(read, from + CHUNK_SIZES[0])), { stream: true });
      yield;
    }
    try {
      for (; read < bytes.length; read += chunkSize) {
        decoder.decode(bytes.subarray(read, read + chunkSize), { stream: true });
        if (chunkSize === CHUNK_SIZES[0]) yield;
      }
    } catch {
      // Continue from here with the next smaller chunk size.
    }
  }
  return Math.min(read, bytes.length);
}
