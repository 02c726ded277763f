import { escapeXml, formatDecimal } from '../xml-text.ts';
import {
  classElement,
  courseElement,
  joinLines,
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

/**
 * Writes a result list of IOF XML 3.0 (element `ResultList`): the classes with their results, in the given order. Yields a text
 * for each person.
 */
export function* writeResultList(
  list: FileList<FileResult>,
  options: ResultListOptions,
): Generator<string, void> {
  const status = ` status="${options.isSnapshot ? 'Snapshot' : 'Complete'}"`;
  yield joinLines(listHead('ResultList', list, options, status));
  for (const { id, name, course, rows } of list.classes) {
    yield joinLines(['  <ClassResult>', classElement({ id, name }), ...courseElement(course, '    ')]);
    for (const row of rows) yield joinLines(personResult(row));
    yield joinLines(['  </ClassResult>']);
  }
  yield joinLines(['</ResultList>']);
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
