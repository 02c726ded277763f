import {
  classElement,
  courseElement,
  joinLines,
  listHead,
  personElements,
  raceElement,
  timeElement,
} from './list-elements.ts';
import type { FileList, FilePerson } from './result-list.ts';
import type { IofXmlOptions } from './write-iof-xml.ts';

/**
 * Writes a start list of IOF XML 3.0 (element `StartList`): the classes with their participants, in the given order. Yields a text
 * for each person.
 */
export function* writeStartList(list: FileList<FilePerson>, options: IofXmlOptions): Generator<string, void> {
  yield joinLines(listHead('StartList', list, options));
  for (const { id, name, course, rows } of list.classes) {
    yield joinLines(['  <ClassStart>', classElement({ id, name }), ...courseElement(course, '    ')]);
    for (const row of rows) yield joinLines(personStart(row));
    yield joinLines(['  </ClassStart>']);
  }
  yield joinLines(['</StartList>']);
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
