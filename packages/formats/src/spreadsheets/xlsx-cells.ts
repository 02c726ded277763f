import { looksLikeFormula } from '../csv-record.ts';
import { escapeXml, formatDecimal } from '../xml-text.ts';
import { columnLetters, toSerialDate, toSerialDuration } from './sheet-cell.ts';
import type { WrittenCell, WrittenColumn } from './written-sheet.ts';
import { CELL_FORMATS } from './xlsx-parts.ts';

/** Characters of a cell. */
const MAX_TEXT_LENGTH = 32_767;

/** The attributes and the content of a cell, without its reference; null: empty. */
export type CellXml = string | null;

export function rowXml(row: number, cells: readonly CellXml[], letters: readonly string[]): string {
  let xml = `<row r="${row}">`;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? null;
    if (cell !== null) xml += `<c r="${letters[at] ?? columnLetters(at)}${row}"${cell}</c>`;
  }
  return `${xml}</row>`;
}

export function cellXml(cell: WrittenCell, format: WrittenColumn['format']): CellXml {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return ` s="${CELL_FORMATS.general}"><v>${formatDecimal(cell)}</v>`;
  if (typeof cell === 'object' && 'durationMs' in cell)
    return ` s="${CELL_FORMATS.duration}"><v>${formatDecimal(toSerialDuration(cell))}</v>`;
  if (typeof cell === 'object')
    return ` s="${CELL_FORMATS[format === 'day' ? 'day' : 'date']}"><v>${formatDecimal(toSerialDate(cell))}</v>`;
  const isQuoted = looksLikeFormula(cell);
  return textCell(cell, isQuoted ? CELL_FORMATS.quoted : CELL_FORMATS[format === 'note' ? 'note' : 'text']);
}

export function textCell(text: string, format: number): string {
  return ` s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(encodeXstring(text.slice(0, MAX_TEXT_LENGTH)))}</t></is>`;
}

/** Escapes what a reader would take for an escaped character (ECMA-376 part 1, 22.9.2.19, ST_Xstring). */
function encodeXstring(text: string): string {
  return !text.includes('_x') ? text : text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
