import { decodeXstring, readCompleteXmlPart } from './read-xml-part.ts';
import { attributeOf, type ElementReader } from './scan-xml.ts';
import { SheetError } from './sheet-error.ts';
import type { ZipDirectory } from './zip-directory.ts';

/** What the first visible sheet of a workbook needs to be read. */
export interface Workbook {
  /** Entry of the sheet. */
  readonly sheetPath: string;
  readonly date1904: boolean;
  /** Cell formats (by index) that display a date. */
  readonly dateFormats: ReadonlySet<number>;
  readonly sharedStringsPath: string | null;
}

/** @throws SheetError `type` for an archive that is not a workbook, `malformed` */
export function readWorkbook(zip: ZipDirectory): Workbook {
  const path = readOfficeDocumentPath(zip);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = readRelations(zip, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const sheets: { readonly id: string; readonly isHidden: boolean }[] = [];
  let date1904 = false;
  readPart(zip, path, (name, attributes) => {
    if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
    if (name !== 'sheet') return;
    const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible';
    sheets.push({ id: attributeOf(attributes, 'id') ?? '', isHidden });
  });
  const sheetId = (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.id;
  const sheet = relations.find(({ id, type }) => id === sheetId && type === 'worksheet');
  if (sheet === undefined || !zip.has(sheet.path)) throw new SheetError('malformed');
  const styles = relations.find(({ type }) => type === 'styles');
  const strings = relations.find(({ type }) => type === 'sharedStrings');
  return {
    sheetPath: sheet.path,
    date1904,
    dateFormats: styles !== undefined && zip.has(styles.path) ? readDateFormats(zip, styles.path) : new Set(),
    sharedStringsPath: strings !== undefined && zip.has(strings.path) ? strings.path : null,
  };
}

interface Relation {
  readonly id: string;
  /** Last component of the type's URI. */
  readonly type: string;
  readonly path: string;
}

function readOfficeDocumentPath(zip: ZipDirectory): string {
  if (!zip.has('_rels/.rels')) throw new SheetError('type');
  const document = readRelations(zip, '_rels/.rels', '').find(({ type }) => type === 'officeDocument');
  // Text documents and presentations have one, too.
  if (document === undefined || !zip.has(document.path) || !/workbook[^/]*\.xml$/i.test(document.path))
    throw new SheetError('type');
  return document.path;
}

/** @param folder targets are relative to it, with a slash at its end */
function readRelations(zip: ZipDirectory, path: string, folder: string): readonly Relation[] {
  if (!zip.has(path)) throw new SheetError('malformed');
  const relations: Relation[] = [];
  readPart(zip, path, (name, attributes) => {
    if (name !== 'Relationship') return;
    const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) =>
      attributeOf(attributes, key),
    );
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: resolvePath(folder, target) });
  });
  return relations;
}

function resolvePath(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const segments: string[] = folder.split('/').filter((segment) => segment !== '');
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Built-in formats of dates and times (ECMA-376 part 1, 18.8.30), with those of East Asian programs. */
const BUILT_IN_DATE_FORMATS: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
]);

function readDateFormats(zip: ZipDirectory, path: string): ReadonlySet<number> {
  const customDateFormats = new Set<number>();
  const dateFormats = new Set<number>();
  let cellFormats = 0;
  let isInCellFormats = false;
  readPart(
    zip,
    path,
    (name, attributes) => {
      if (name === 'numFmt' && isDateFormatCode(attributeOf(attributes, 'formatCode') ?? ''))
        customDateFormats.add(Number(attributeOf(attributes, 'numFmtId')));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name !== 'xf' || !isInCellFormats) return;
      const format = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (BUILT_IN_DATE_FORMATS.has(format) || customDateFormats.has(format)) dateFormats.add(cellFormats);
      cellFormats += 1;
    },
    (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  );
  return dateFormats;
}

/** Whether a format code displays a date: it has a date letter outside of quotations, escapes, and brackets. */
function isDateFormatCode(code: string): boolean {
  const [positive = ''] = code.split(';');
  const literal = positive.slice(0, 512).replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  return /[ymdhs]/i.test(literal) && !/general/i.test(literal);
}

/** The shared strings in order; phonetic hints are left out. */
export function readSharedStrings(zip: ZipDirectory, path: string | null): readonly string[] {
  if (path === null) return [];
  const strings: string[] = [];
  let text = '';
  let isPhonetic = false;
  readPart(
    zip,
    path,
    (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
    },
    (name, content) => {
      if (name === 't' && !isPhonetic) text += content;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(decodeXstring(text));
    },
  );
  return strings;
}

function readPart(
  zip: ZipDirectory,
  path: string,
  open: ElementReader['open'],
  close: ElementReader['close'] = () => undefined,
): void {
  readCompleteXmlPart(zip.read(path), { open, close });
}
