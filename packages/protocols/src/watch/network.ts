import { type AccessPoint, addAccessPoints, addCells, type ReceivedCell } from '../network-attributes.ts';
import type { ReportDraft } from '../report-draft.ts';

/**
 * Cells and access points at the end of a position ("GPRS Communication Protocol" 1.8, appendix 1). All may be missing.
 *
 * | fields | meaning                                          |
 * | ------ | ------------------------------------------------ |
 * | 1      | number of cells                                  |
 * | 1      | timing advance                                   |
 * | 2      | country, network; only with cells                |
 * | 3 n    | area, cell, signal; the signal may be empty      |
 * | 1      | number of access points                          |
 * | 3 m    | name, address, signal                            |
 *
 * A name can contain commas. Access points are therefore found by their address and the signal after it. What cannot be
 * read stays in `extra`.
 */
const ACCESS_POINT = /((?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}),(-?\d{1,3})(?=,|$)/g;
const COUNT = /^\d{1,2}$/;
const CELL_FIELDS = 3;
/** Fields before the cells. */
const CELLS_AT = 4;

export function readNetwork(fields: readonly string[], draft: ReportDraft): void {
  const rest = readCells(fields, draft);
  const text = rest.join(',');
  // Neither cells nor access points: most devices have no more than the number of each.
  if (text === '' || text === '0') return;
  const accessPoints: AccessPoint[] = [];
  let end = 0;
  for (const match of text.matchAll(ACCESS_POINT)) {
    accessPoints.push({ address: match[1] ?? '', signal: Number(match[2]) });
    end = match.index + match[0].length;
  }
  addAccessPoints(draft, accessPoints);
  const extra = accessPoints.length === 0 ? text.replace(/^0+(?=,|$)/, '') : text.slice(end);
  const unread = extra.replaceAll(/^[,\s]+|[,\s]+$/g, '');
  if (unread !== '') draft.attributes.extra = unread;
}

/** Returns the fields after the cells. */
function readCells(fields: readonly string[], draft: ReportDraft): readonly string[] {
  const [count = '', , mcc = '', mnc = ''] = fields;
  if (!COUNT.test(count)) return fields;
  // Without cells, country and network may be missing too: only two numbers that are none of an access point count.
  if (Number(count) === 0) return fields.slice(2);
  const end = CELLS_AT + Number(count) * CELL_FIELDS;
  if (fields.length < end - 1) return fields;
  const cells: ReceivedCell[] = [];
  for (let at = CELLS_AT; at < end; at += CELL_FIELDS) {
    const [area = '', id = '', signal = ''] = fields.slice(at, at + CELL_FIELDS);
    if (!/^\d{1,10}$/.test(area) || !/^\d{1,10}$/.test(id)) continue;
    const network = [mcc, mnc].map((code) => (/^\d{1,3}$/.test(code) ? Number(code) : 0));
    const cell = [...network, Number(area), Number(id)].join(',');
    cells.push({ cell, signal: /^-?\d{1,3}$/.test(signal) ? Number(signal) : null });
  }
  addCells(draft, cells);
  return fields.slice(end);
}
