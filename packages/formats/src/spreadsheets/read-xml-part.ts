import { type ElementReader, XmlScanner } from './scan-xml.ts';
import { SheetError } from './sheet-error.ts';

/**
 * Parses an XML part of a workbook chunk by chunk; yields after each chunk, so that a consumer can take what was read.
 *
 * @throws SheetError `entities` for a document type, `malformed`
 */
export function* readXmlPart(chunks: Iterable<Uint8Array>, reader: ElementReader): Generator<void, void> {
  const scanner = new XmlScanner(reader);
  // The format requires UTF-8 or UTF-16 (ECMA-376 part 2); no common program writes the latter.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunks) {
      scanner.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    scanner.write(decoder.decode());
    scanner.end();
    yield;
  } catch (error) {
    // Of the decoder: bytes that are not UTF-8.
    if (error instanceof TypeError) throw new SheetError('malformed');
    throw error;
  }
}

/** Parses a small part to its end. @throws SheetError as `readXmlPart` */
export function readCompleteXmlPart(chunks: Iterable<Uint8Array>, reader: ElementReader): void {
  for (const _ of readXmlPart(chunks, reader));
}

/** Decodes the escapes of characters that XML does not allow: `_x000D_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring). */
export function decodeXstring(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
