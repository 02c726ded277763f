import {
  type Control,
  type ControlDescription,
  type ControlKind,
  type Course,
  type CourseEvent,
  DEFAULT_FIRST_CODE,
  DEFAULT_MAP_SCALE,
  DESCRIPTION_COLUMNS,
  LABEL_KINDS,
  type Leg,
  NEW_EVENT,
  newControl,
  newCourse,
  type SpecialKind,
} from '@wakeline/domain/courses/event';
import { type CourseFile, CourseFileError, type IgnoredContent } from '../courses/course-file.ts';
import { readXmlFile } from '../courses/read-xml-file.ts';
import {
  attributeOf,
  childElements,
  firstChild,
  serializeXml,
  textOf,
  type XmlDocument,
  type XmlNode,
} from '../xml-document.ts';
import { byId, circleGapsOf, idOf, legGapsOf, locationsOf, numberOf, ROOT } from './elements.ts';
import { readCourseControls } from './read-course-controls.ts';

/** An event of Purple Pen: its positions are millimetres on paper. */
export interface PurplePenFile extends CourseFile {
  readonly unit: 'paper';
  /** The document, from which `writePurplePen` keeps everything that the event does not have. */
  readonly document: string;
}

const KINDS: Readonly<Record<string, readonly [ControlKind, SpecialKind | null]>> = {
  normal: ['other', null],
  start: ['start', null],
  finish: ['finish', null],
  'crossing-point': ['other', 'crossing-point'],
  'map-exchange': ['other', 'map-exchange'],
  'map-issue': ['other', 'map-issue'],
};

/** Elements of the file that the event has; all others stay in the document. */
const KNOWN_ELEMENTS = new Set(['event', 'control', 'course', 'course-control', 'leg']);

/**
 * Reads a .ppen file.
 *
 * @throws CourseFileError
 */
export function* readPurplePen(bytes: Uint8Array): Generator<void, PurplePenFile> {
  const document = yield* readXmlFile(bytes, [ROOT]);
  const event = readPurplePenDocument(document);
  if (event.controls.length === 0) throw new CourseFileError('empty');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb;
  return {
    event,
    unit: 'paper',
    document: `${hasMark ? '\ufeff' : ''}${serializeXml({ ...document, prolog: withoutEncoding(document.prolog) })}`,
    ignored: countIgnored(document.root),
  };
}

/** The document is stored and written in UTF-8. */
function withoutEncoding(prolog: string): string {
  return prolog.replace(/(<\?xml[^>]*?)\s+encoding\s*=\s*["'](?!utf-8)[^"']*["']/i, '$1');
}

function countIgnored(root: XmlNode): readonly IgnoredContent[] {
  const others = childElements(root).filter(({ name }) => !KNOWN_ELEMENTS.has(name));
  return [...Map.groupBy(others, ({ name }) => name)].map(([element, nodes]) => ({
    element,
    count: nodes.length,
  }));
}

/** @throws CourseFileError */
export function readPurplePenDocument({ root }: XmlDocument): CourseEvent {
  const settings = firstChild(root, 'event');
  const mapScale =
    numberOf(settings === null ? null : firstChild(settings, 'map'), 'scale') ?? DEFAULT_MAP_SCALE;
  const controls = byId(childElements(root, 'control'));
  const context = {
    controls,
    courseControls: byId(childElements(root, 'course-control')),
    used: new Set<string>(),
  };
  const courses = [...byId(childElements(root, 'course')).values()]
    .map((node) => ({ node, order: numberOf(node, 'order') ?? Infinity }))
    .sort((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .map(({ node }) => readCourse(node, { context, mapScale }));
  return {
    ...NEW_EVENT,
    name: textOf(settings && firstChild(settings, 'title')).trim() || NEW_EVENT.name,
    mapScale,
    printScale: numberOf(settings && firstChild(settings, 'all-controls'), 'print-scale') ?? mapScale,
    firstCode: numberOf(settings && firstChild(settings, 'numbering'), 'start') ?? DEFAULT_FIRST_CODE,
    notes: textOf(settings && firstChild(settings, 'notes')),
    controls: [...controls.values()].map(readControl),
    courses,
    legs: [...byId(childElements(root, 'leg')).values()].flatMap((node) => readLeg(node, controls)),
    people: [],
  };
}

function readControl(node: XmlNode): Control {
  const kinds = KINDS[attributeOf(node, 'kind') ?? 'normal'];
  if (kinds === undefined) throw new CourseFileError('value', node.line);
  const [kind, special] = kinds;
  const [coordinates] = locationsOf(node);
  if (coordinates === undefined) throw new CourseFileError('position', node.line);
  const code = textOf(firstChild(node, 'code')).trim();
  return {
    ...newControl(
      idOf(node),
      coordinates,
      kind,
      kind === 'other' && special === null && code !== '' ? code : null,
    ),
    special,
    description: descriptionOf(node),
    circleGaps: circleGapsOf(node),
  };
}

/** References of the boxes; column F may have a text instead. */
export function descriptionOf(node: XmlNode): ControlDescription {
  const description: Record<string, string> = {};
  for (const each of childElements(node, 'description')) {
    const box = attributeOf(each, 'box') ?? '';
    const value = (attributeOf(each, 'iof-2004-ref') ?? textOf(each)).trim();
    if (value !== '' && (box === 'all' || (DESCRIPTION_COLUMNS as readonly string[]).includes(box)))
      description[box] = value;
  }
  return description;
}

function readCourse(
  node: XmlNode,
  { context, mapScale }: { context: Parameters<typeof readCourseControls>[1]; mapScale: number },
): Course {
  const options = firstChild(node, 'options');
  const relay = firstChild(node, 'relay');
  const type = attributeOf(node, 'kind') === 'score' ? 'score' : 'normal';
  const course = newCourse(idOf(node), type);
  const printScale = numberOf(options, 'print-scale');
  const climb = numberOf(options, 'climb');
  const teams = numberOf(relay, 'teams') ?? 0;
  return {
    ...course,
    name: textOf(firstChild(node, 'name')).trim() || course.name,
    controls: readCourseControls(firstChild(node, 'first'), context),
    length: numberOf(options, 'course-length') ?? course.length,
    climb: climb === null || climb < 0 ? null : climb,
    printScale: printScale === mapScale ? null : printScale,
    labels: labelsOf(node, type),
    subtitle: textOf(firstChild(node, 'secondary-title')),
    relay: teams === 0 ? null : { teams, legs: numberOf(relay, 'legs') ?? 1 },
  };
}

/** Purple Pen labels score courses with codes unless the file says otherwise. */
export function labelsOf(node: XmlNode, type: Course['type']): Course['labels'] {
  const kind = attributeOf(firstChild(node, 'labels'), 'label-kind');
  return LABEL_KINDS.find((known) => known === kind) ?? (type === 'score' ? 'code' : 'sequence');
}

/** A leg with bends or gaps; others have only what the event does not know. */
function readLeg(node: XmlNode, controls: ReadonlyMap<string, unknown>): readonly Leg[] {
  const [from, to] = [idOf(node, 'start-control'), idOf(node, 'end-control')];
  if (!controls.has(from) || !controls.has(to)) throw new CourseFileError('missing', node.line);
  const [bends, gaps] = [locationsOf(firstChild(node, 'bends')), legGapsOf(node)];
  return bends.length === 0 && gaps.length === 0 ? [] : [{ id: idOf(node), from, to, bends, gaps }];
}
