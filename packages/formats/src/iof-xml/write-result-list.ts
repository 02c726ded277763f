import { escapeXml, formatDecimal } from '../xml-text.ts';
import {
  classElement,
  courseElement,
  listHead,
  personElements,
  raceElement,
  timeElement,
} from './list-elements.ts';
import type { FileList, FileResult, FileSplit } from './result-list.ts';
import type { IofXmlOptions } from './write-iof-xml.ts';

export interface ResultListOptions extends IofXmlOptions {
  /** Whether the race goes on: the list has the present results. */
  readonly isSnapshot: boolean;
}

/** Writes a result list of IOF XML 3.0 (element `ResultList`): the classes with their results, in the given order. */
export function* writeResultList(
  list: FileList<FileResult>,
  options: ResultListOptions,
): Generator<void, string> {
  const status = ` status="${options.isSnapshot ? 'Snapshot' : 'Complete'}"`;
  const lines = [...listHead('ResultList', list, options, status)];
  for (const { id, name, course, rows } of list.classes) {
    lines.push('  <ClassResult>', classElement({ id, name }), ...courseElement(course, '    '));
    for (const row of rows) lines.push(...personResult(row));
    lines.push('  </ClassResult>');
    yield;
  }
  lines.push('</ResultList>', '');
  return lines.join('\n');
}

function personResult(row: FileResult): readonly string[] {
  return [
    '    <PersonResult>',
    ...personElements(row),
    '      <Result>',
    ...raceElement('BibNumber', row.bib),
    ...timeElement('StartTime', row.startTime),
    ...timeElement('FinishTime', row.finishTime),
    ...raceElement('Time', row.time),
    ...raceElement('TimeBehind', row.timeBehind),
    ...raceElement('Position', row.position),
    ...raceElement('Status', row.status),
    ...(row.points === null ? [] : [`        <Score type="Score">${formatDecimal(row.points)}</Score>`]),
    ...courseElement(row.course, '        '),
    ...row.splits.map(splitElement),
    '      </Result>',
    '    </PersonResult>',
  ];
}

function splitElement({ code, time }: FileSplit): string {
  const control = `<ControlCode>${escapeXml(code)}</ControlCode>`;
  return time === null
    ? `        <SplitTime status="Missing">${control}</SplitTime>`
    : `        <SplitTime>${control}<Time>${formatDecimal(time)}</Time></SplitTime>`;
}
