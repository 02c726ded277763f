import { escapeXml } from '../xml-text.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell formats, as indexes of `cellXfs` in the styles part. */
export const CELL_FORMATS = {
  general: 0,
  text: 1,
  date: 2,
  heading: 3,
  quoted: 4,
  note: 5,
  duration: 6,
  day: 7,
  sum: 8,
  sumDate: 9,
  sumDuration: 10,
} as const;

/** The sheet that contains the values of drop-down lists. It is hidden. */
export const CHOICES_SHEET = 'Choices';

/**
 * The small parts of a workbook with sheets of these names, the one of its choices, and one that describes it
 * (ECMA-376 part 1, 12.3). The first sheet is `sheet1.xml`, the choices `sheet2.xml`, the description `sheet3.xml`, the second
 * sheet `sheet4.xml`.
 *
 * @param sheetNames of `toSheetNames`; at least one
 * @param aboutName null: there is no such sheet
 */
export function workbookParts(
  [firstName = '', ...furtherNames]: readonly string[],
  aboutName: string | null,
): Readonly<Record<string, string>> {
  const hasAbout = aboutName !== null;
  const further = furtherNames.map((_, at) => at + 4);
  const sheetPart = (number: number) =>
    `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`;
  const relation = (number: number, type: string, target: string) =>
    `<Relationship Id="rId${number}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml':
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/>` +
      `${sheetPart(1)}${sheetPart(2)}${hasAbout ? sheetPart(3) : ''}${further.map(sheetPart).join('')}</Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `${DECLARATION}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>` +
      `<sheet name="${escapeXml(firstName)}" sheetId="1" r:id="rId1"/>` +
      further
        .map((number, at) => {
          const name = escapeXml(furtherNames[at] ?? '');
          return `<sheet name="${name}" sheetId="${number}" r:id="rId${number + 1}"/>`;
        })
        .join('') +
      `<sheet name="${CHOICES_SHEET}" sheetId="2" state="hidden" r:id="rId2"/>` +
      (hasAbout ? `<sheet name="${escapeXml(toSheetName(aboutName))}" sheetId="3" r:id="rId4"/>` : '') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
      relation(1, 'worksheet', 'worksheets/sheet1.xml') +
      relation(2, 'worksheet', 'worksheets/sheet2.xml') +
      relation(3, 'styles', 'styles.xml') +
      (hasAbout ? relation(4, 'worksheet', 'worksheets/sheet3.xml') : '') +
      further.map((number) => relation(number + 1, 'worksheet', `worksheets/sheet${number}.xml`)).join('') +
      '</Relationships>',
    'xl/styles.xml': STYLES,
  };
}

/** Start of a worksheet part, up to its rows: the headings stay visible, and empty cells have the format of their column. */
export function worksheetHead(
  columns: readonly { readonly width: number; readonly format: number }[],
): string {
  const cols = columns
    .map(
      ({ width, format }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${format}" customWidth="1"/>`,
    )
    .join('');
  return (
    `${DECLARATION}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols}</cols><sheetData>`
  );
}

const MAX_SHEET_NAME_LENGTH = 31;

/**
 * Names of sheets that spreadsheet programs accept: short, without some characters, and different without case. Of equal ones
 * the second ends with ` 2`.
 */
export function toSheetNames(names: readonly string[]): readonly string[] {
  // The name of the choices, and one that Excel reserves.
  const used = new Set([CHOICES_SHEET.toLowerCase(), 'history']);
  return names.map((name) => {
    let sheetName = toSheetName(name);
    for (let number = 2; used.has(sheetName.toLowerCase()); number += 1)
      sheetName = toSheetName(name, ` ${number}`);
    used.add(sheetName.toLowerCase());
    return sheetName;
  });
}

/** The name of a sheet without the characters that are not allowed in one. */
function toSheetName(name: string, suffix = ''): string {
  const allowed = name
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, MAX_SHEET_NAME_LENGTH - suffix.length)
    .trim();
  return (allowed || 'Sheet1') + suffix;
}

/** In the order of `CELL_FORMATS`. `quotePrefix` makes programs treat a text as one even if it starts like a formula. */
const STYLES =
  `${DECLARATION}<styleSheet xmlns="${SPREADSHEET}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><sz val="11"/><color rgb="FFC00000"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="11"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="165" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
