import {
  classElement,
  courseElement,
  listHead,
  personElements,
  raceElement,
  timeElement,
} from './list-elements.ts';
import type { FileList, FilePerson } from './result-list.ts';
import type { IofXmlOptions } from './write-iof-xml.ts';

/** Writes a start list of IOF XML 3.0 (element `StartList`): the classes with their participants, in the given order. */
export function* writeStartList(list: FileList<FilePerson>, options: IofXmlOptions): Generator<void, string> {
  const lines = [...listHead('StartList', list, options)];
  for (const { id, name, course, rows } of list.classes) {
    lines.push('  <ClassStart>', classElement({ id, name }), ...courseElement(course, '    '));
    for (const row of rows) lines.push(...personStart(row));
    lines.push('  </ClassStart>');
    yield;
  }
  lines.push('</StartList>', '');
  return lines.join('\n');
}

function personStart(person: FilePerson): readonly string[] {
  return [
    '    <PersonStart>',
    ...personElements(person),
    '      <Start>',
    ...raceElement('BibNumber', person.bib),
    ...timeElement('StartTime', person.startTime),
    ...courseElement(person.course, '        '),
    '      </Start>',
    '    </PersonStart>',
  ];
}
