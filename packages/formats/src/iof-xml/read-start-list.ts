import { CourseFileError } from '../courses/course-file.ts';
import { readXmlFile } from '../courses/read-xml-file.ts';
import { type LocalToUtc, parseTime } from '../tracks/iso-time.ts';
import { createLocalToUtc } from '../tracks/zone-time.ts';
import { attributeOf, childElements, firstChild, textOf, type XmlNode } from '../xml-document.ts';
import { joinName } from './person-name.ts';
import { type FileParticipant, StartListError, type StartListFile } from './start-list.ts';

export interface StartListOptions {
  /** IANA time zone of times without one. */
  readonly timeZone: string;
  readonly maxRows: number;
}

/** Elements of a person by root element: their list, and what has number, times and course in it. */
const KINDS = {
  StartList: { group: 'ClassStart', person: 'PersonStart', race: 'Start', team: 'TeamStart' },
  ResultList: { group: 'ClassResult', person: 'PersonResult', race: 'Result', team: 'TeamResult' },
  EntryList: { group: null, person: 'PersonEntry', race: null, team: 'TeamEntry' },
} as const;

/** Participants read per step. */
const ROWS_PER_STEP = 500;

/**
 * Reads the participants of an IOF XML 3.0 start list, entry list or result list (elements `StartList`, `EntryList`,
 * `ResultList`). Of several races or classes of a person the first one is read. Teams are left out.
 *
 * @throws StartListError
 */
export function* readStartList(
  bytes: Uint8Array,
  { timeZone, maxRows }: StartListOptions,
): Generator<void, StartListFile> {
  const root = yield* readRoot(bytes);
  const kind = KINDS[root.name as keyof typeof KINDS];
  const reader = new RowReader(createLocalToUtc(timeZone));
  const groups = kind.group === null ? [root] : childElements(root, kind.group);
  const participants: FileParticipant[] = [];
  for (const group of groups) {
    reader.ignore(kind.team, childElements(group, kind.team).length);
    for (const node of childElements(group, kind.person)) {
      const participant = reader.read(node, group, kind.race);
      if (participant === null) continue;
      if (participants.length === maxRows) throw new StartListError('rows', node.line);
      participants.push(participant);
      if (participants.length % ROWS_PER_STEP === 0) yield;
    }
  }
  if (participants.length === 0) throw new StartListError('empty');
  return { eventName: textAt(root, 'Event', 'Name'), participants, ignored: reader.ignored() };
}

function* readRoot(bytes: Uint8Array): Generator<void, XmlNode> {
  try {
    const { root } = yield* readXmlFile(bytes, Object.keys(KINDS));
    // Version 2 has elements of these names, too, with other contents.
    if (attributeOf(root, 'iofVersion')?.trim() !== '3.0') throw new StartListError('version', root.line);
    return root;
  } catch (error) {
    if (!(error instanceof CourseFileError)) throw error;
    const isKnown = error.code === 'type' || error.code === 'entities';
    throw new StartListError(isKnown ? error.code : 'malformed', error.line);
  }
}

class RowReader {
  readonly #localToUtc: LocalToUtc;
  readonly #ignored = new Map<string, number>();

  constructor(localToUtc: LocalToUtc) {
    this.#localToUtc = localToUtc;
  }

  /** Returns null for a reserved start without a person. */
  read(node: XmlNode, group: XmlNode, raceName: string | null): FileParticipant | null {
    const person = firstChild(node, 'Person');
    if (person === null) {
      this.ignore(node.name, 1);
      return null;
    }
    const races = raceName === null ? [node] : childElements(node, raceName);
    const [race = node] = races;
    this.ignore(raceName ?? '', races.length - 1);
    const classes = childElements(node, 'Class');
    this.ignore('Class', classes.length - 1);
    const startTime = this.#timeOf(race, 'StartTime');
    const finishTime = this.#timeOf(race, 'FinishTime');
    if (startTime !== null && finishTime !== null && finishTime < startTime)
      throw new StartListError('finish', race.line);
    return {
      line: node.line,
      name: nameOf(person),
      club: textAt(node, 'Organisation', 'Name'),
      nationality: countryOf(person),
      sex: sexOf(person),
      bib: textAt(race, 'BibNumber'),
      className: classes[0] === undefined ? textAt(group, 'Class', 'Name') : textAt(classes[0], 'Name'),
      courseName: textAt(race, 'Course', 'Name') || textAt(group, 'Course', 'Name'),
      startTime,
    };
  }

  ignore(element: string, count: number): void {
    if (count > 0) this.#ignored.set(element, (this.#ignored.get(element) ?? 0) + count);
  }

  ignored(): StartListFile['ignored'] {
    return [...this.#ignored].map(([element, count]) => ({ element, count }));
  }

  /** A dateTime of XML Schema, which may have no time zone. */
  #timeOf(node: XmlNode, name: string): number | null {
    const child = firstChild(node, name);
    if (child === null) return null;
    const text = textOf(child).trim();
    // A date without a time is not the start at midnight.
    const time = text.includes('T') ? parseTime(text, this.#localToUtc) : null;
    if (time === null) throw new StartListError('time', child.line);
    return time;
  }
}

function nameOf(person: XmlNode): string {
  const node = firstChild(person, 'Name');
  // SportOrg writes `_` for a name that is missing.
  const part = (element: string) => (node === null ? '' : textAt(node, element).replace(/^_$/, ''));
  const name = joinName({ family: part('Family'), given: part('Given') });
  if (name === '') throw new StartListError('name', person.line);
  return name;
}

function countryOf(person: XmlNode): string | null {
  const code = attributeOf(firstChild(person, 'Nationality'), 'code')?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

function sexOf(person: XmlNode): 'M' | 'F' | null {
  const sex = attributeOf(person, 'sex');
  return sex === 'M' || sex === 'F' ? sex : null;
}

/** The text of a descendant, without white space around it. */
function textAt(node: XmlNode, ...path: readonly string[]): string {
  let at: XmlNode | null = node;
  for (const name of path) at = at === null ? null : firstChild(at, name);
  return textOf(at).trim().replace(/\s+/g, ' ');
}
