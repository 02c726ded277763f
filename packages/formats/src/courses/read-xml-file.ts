import { decodeText } from '../decode-text.ts';
import { MapFileError } from '../map-file-error.ts';
import { parseXml, type XmlDocument } from '../xml-document.ts';
import { CourseFileError } from './course-file.ts';

/**
 * Parses an XML file with one of these root elements.
 *
 * @throws CourseFileError `type`, `malformed` or `entities`
 */
export function* readXmlFile(bytes: Uint8Array, roots: readonly string[]): Generator<void, XmlDocument> {
  try {
    const document = yield* parseXml(yield* decodeText(bytes));
    if (!roots.includes(document.root.name)) throw new CourseFileError('type', document.root.line);
    return document;
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error;
    // A binary file is not XML at all.
    const looksLikeXml = /^[\s\0\ufeff]*</.test(new TextDecoder('utf-8').decode(bytes.subarray(0, 100)));
    if (error.code === 'entities' || error.code === 'type') throw new CourseFileError(error.code, error.line);
    throw looksLikeXml ? new CourseFileError('malformed', error.line) : new CourseFileError('type');
  }
}
