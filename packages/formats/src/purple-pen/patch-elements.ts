import {
  type Control,
  type Course,
  DEFAULT_COURSE_LENGTH,
  DESCRIPTION_COLUMNS,
  type Leg,
  type PaperOffset,
} from '@wakeline/domain/courses/event';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { readNumber } from '../read-number.ts';
import {
  appendElement,
  attributeOf,
  childElements,
  createElement,
  firstChild,
  removeElement,
  setAttribute,
  setText,
  textOf,
  type XmlNode,
} from '../xml-document.ts';
import { formatDecimal } from '../xml-text.ts';
import { circleGapsOf, legGapsOf, locationsOf, offsetOf } from './elements.ts';
import type { ListedCourseControl } from './flatten-courses.ts';
import { mapExchangeOf, nextOf } from './read-course-controls.ts';
import { descriptionOf, labelsOf } from './read-purple-pen.ts';

export interface Layout {
  readonly lineBreak: string;
}

/** Millimetres on paper: a position that moved less, by conversions, is the same. */
const TOLERANCE = 0.002;
/** Decimals of millimetres that are written. */
const DECIMALS = 4;

/** The order of the elements in the root. */
const ELEMENT_ORDER = ['event', 'control', 'course', 'course-control', 'leg', 'special-object'];

/**
 * Replaces the elements of one name in the root: the ones that it has keep their places, the new ones follow them, all others of
 * the name are removed.
 */
export function replaceElements(
  root: XmlNode,
  name: string,
  wanted: readonly XmlNode[],
  { lineBreak }: Layout,
): void {
  const existing = new Set(childElements(root, name));
  const retained = new Set(wanted.filter((node) => existing.has(node)));
  const children: (XmlNode | string)[] = [];
  /** Where new elements go: after the last one of this name, or of one before it. */
  let end = 0;
  for (const child of root.children) {
    if (typeof child !== 'string' && child.name === name && !retained.has(child)) {
      const before = children.at(-1);
      if (typeof before === 'string' && before.trim() === '') children.pop();
      continue;
    }
    children.push(child);
    if (typeof child !== 'string' && ELEMENT_ORDER.indexOf(child.name) <= ELEMENT_ORDER.indexOf(name))
      end = children.length;
  }
  const added = wanted.filter((node) => !existing.has(node)).flatMap((node) => [`${lineBreak}  `, node]);
  root.children.splice(0, root.children.length, ...children.slice(0, end), ...added, ...children.slice(end));
}

const KIND_NAMES = { start: 'start', finish: 'finish', other: 'normal' } as const;

export function patchControl(node: XmlNode, control: Control, layout: Layout): void {
  patchAttribute(node, 'kind', control.special ?? KIND_NAMES[control.kind]);
  patchText(node, 'code', control.code ?? '', layout);
  const [location] = locationsOf(node);
  if (location === undefined || !isSamePosition(location, control.coordinates))
    setPosition(childOrNew(node, 'location', layout), control.coordinates);
  patchDescription(node, control, layout);
  if (!hasSameValues(circleGapsOf(node), control.circleGaps, ({ from, to }) => [from, to])) {
    const text = control.circleGaps.map(({ from, to }) => `${format(from)}:${format(to)}`).join(',');
    patchText(node, 'circle-gaps', text, layout);
  }
}

function patchDescription(node: XmlNode, { description }: Control, layout: Layout): void {
  const current = descriptionOf(node);
  for (const box of [...DESCRIPTION_COLUMNS, 'all'] as const) {
    const value = description[box] ?? '';
    if (value === (current[box] ?? '')) continue;
    const known = childElements(node, 'description').find((each) => attributeOf(each, 'box') === box);
    if (value === '') {
      if (known !== undefined) removeElement(node, known);
      continue;
    }
    // References have a point between two numbers, dimensions of column F are texts.
    const isText = box === 'F' && !/^1[01]\.\d+$/.test(value);
    const target = known ?? createElement('description', { box });
    if (known === undefined) appendElement(node, target, `${layout.lineBreak}    `);
    setAttribute(target, 'iof-2004-ref', isText ? null : value);
    if (isText) setText(target, value);
  }
}

interface CoursePatch {
  /** The course of the document; undefined for a new one. */
  readonly base: Course | undefined;
  /** Id of the first course control. */
  readonly first: string | null;
  /** Denominator, of the event. */
  readonly mapScale: number;
  readonly layout: Layout;
}

export function patchCourse(
  node: XmlNode,
  course: Course,
  { base, first, mapScale, layout }: CoursePatch,
): void {
  patchAttribute(node, 'kind', course.type);
  if (base === undefined || base.name !== course.name) patchText(node, 'name', course.name, layout);
  if (base === undefined || base.subtitle !== course.subtitle)
    patchText(node, 'secondary-title', course.subtitle, layout);
  if (labelsOf(node, course.type) !== course.labels)
    setAttribute(childOrNew(node, 'labels', layout), 'label-kind', course.labels);
  patchReference(node, 'first', first, layout);
  if (base === undefined || base.printScale !== course.printScale) {
    const scale = course.printScale ?? course.mapScale ?? mapScale;
    setAttribute(childOrNew(node, 'options', layout), 'print-scale', format(scale));
  }
  patchOptions(node, course, layout);
  patchRelay(node, course, layout);
}

function patchOptions(node: XmlNode, { climb, length }: Course, layout: Layout): void {
  const options = firstChild(node, 'options');
  const current = (name: string) => readNumber(attributeOf(options, name) ?? '');
  const set = (name: string, value: number | null): void =>
    setAttribute(childOrNew(node, 'options', layout), name, value === null ? null : format(value));
  const currentClimb = current('climb');
  if ((currentClimb === null || currentClimb < 0 ? null : currentClimb) !== climb) set('climb', climb);
  if ((current('course-length') ?? DEFAULT_COURSE_LENGTH) !== length)
    set('course-length', length === DEFAULT_COURSE_LENGTH ? null : length);
}

function patchRelay(node: XmlNode, { relay }: Course, layout: Layout): void {
  const known = firstChild(node, 'relay');
  const teams = readNumber(attributeOf(known, 'teams') ?? '') ?? 0;
  if (relay === null) {
    if (known !== null && teams > 0) setAttribute(known, 'teams', '0');
    return;
  }
  const legs = readNumber(attributeOf(known, 'legs') ?? '') ?? 1;
  if (teams === relay.teams && legs === relay.legs) return;
  const element = childOrNew(node, 'relay', layout);
  setAttribute(element, 'teams', String(relay.teams));
  setAttribute(element, 'legs', String(relay.legs));
}

export function patchCourseControl(node: XmlNode, listed: ListedCourseControl, layout: Layout): void {
  const { control, next, variation, source } = listed;
  patchAttribute(node, 'control', control);
  patchAttribute(node, 'variation', variation?.kind ?? null);
  patchAttribute(node, 'variation-end', variation?.end ?? null);
  if (mapExchangeOf(node) !== source.mapExchange) {
    setAttribute(node, 'map-exchange', source.mapExchange === null ? null : 'true');
    setAttribute(node, 'map-flip', source.mapExchange === 'flip' ? 'true' : null);
  }
  if (readNumber(attributeOf(node, 'points') ?? '') !== source.points)
    setAttribute(node, 'points', source.points === null ? null : format(source.points));
  patchReference(node, 'next', next, layout);
  patchVariationIds(node, variation?.ids ?? [], layout);
  const offset = offsetOf(firstChild(node, 'number-location'));
  if (!isSameOffset(offset, source.numberLocation)) {
    if (source.numberLocation === null) removeChild(node, 'number-location');
    else {
      const { x, y } = source.numberLocation;
      setPosition(childOrNew(node, 'number-location', layout), [x, y]);
    }
  }
}

function patchVariationIds(node: XmlNode, ids: readonly string[], layout: Layout): void {
  const known = childElements(node, 'variation');
  const current = known.map((each) => attributeOf(each, 'course-control'));
  if (current.join(' ') === ids.join(' ')) return;
  for (const each of known) removeElement(node, each);
  for (const id of ids)
    appendElement(node, createElement('variation', { 'course-control': id }), `${layout.lineBreak}    `);
}

/** Null removes bends and gaps. */
export function patchLeg(node: XmlNode, leg: Pick<Leg, 'bends' | 'gaps'> | null, layout: Layout): void {
  const { bends, gaps } = leg ?? { bends: [], gaps: [] };
  const current = locationsOf(firstChild(node, 'bends'));
  const isSameLine =
    current.length === bends.length && current.every((bend, at) => isSamePosition(bend, bends[at] ?? bend));
  if (!isSameLine) {
    removeChild(node, 'bends');
    if (bends.length > 0) {
      const list = childOrNew(node, 'bends', layout);
      for (const bend of bends) {
        const location = createElement('location');
        setPosition(location, bend);
        appendElement(list, location, `${layout.lineBreak}      `);
      }
    }
  }
  if (hasSameValues(legGapsOf(node), gaps, ({ start, length }) => [start, length])) return;
  removeChild(node, 'gaps');
  if (gaps.length === 0) return;
  const list = childOrNew(node, 'gaps', layout);
  for (const { start, length } of gaps) {
    const gap = createElement('gap', { start: format(start), length: format(length) });
    appendElement(list, gap, `${layout.lineBreak}      `);
  }
}

function patchAttribute(node: XmlNode, name: string, value: string | null): void {
  if (attributeOf(node, name) !== value) setAttribute(node, name, value);
}

/** Sets the text of a child; an empty text removes the child. */
function patchText(node: XmlNode, name: string, text: string, layout: Layout): void {
  if (textOf(firstChild(node, name)).trim() === text.trim()) return;
  if (text === '') removeChild(node, name);
  else setText(childOrNew(node, name, layout), text);
}

function patchReference(node: XmlNode, name: string, id: string | null, layout: Layout): void {
  const current = name === 'next' ? nextOf(node) : attributeOf(firstChild(node, name), 'course-control');
  if (current === id) return;
  if (id === null) removeChild(node, name);
  else setAttribute(childOrNew(node, name, layout), 'course-control', id);
}

function childOrNew(node: XmlNode, name: string, { lineBreak }: Layout): XmlNode {
  const known = firstChild(node, name);
  if (known !== null) return known;
  const child = createElement(name);
  appendElement(node, child, `${lineBreak}    `);
  return child;
}

function removeChild(node: XmlNode, name: string): void {
  const known = firstChild(node, name);
  if (known !== null) removeElement(node, known);
}

function setPosition(node: XmlNode, [x, y]: Position): void {
  setAttribute(node, 'x', format(x));
  setAttribute(node, 'y', format(y));
}

function isSamePosition(one: Position, other: Position): boolean {
  return Math.abs(one[0] - other[0]) < TOLERANCE && Math.abs(one[1] - other[1]) < TOLERANCE;
}

function isSameOffset(one: PaperOffset | null, other: PaperOffset | null): boolean {
  if (one === null || other === null) return one === other;
  return isSamePosition([one.x, one.y], [other.x, other.y]);
}

function hasSameValues<Item>(
  one: readonly Item[],
  other: readonly Item[],
  valuesOf: (item: Item) => readonly number[],
): boolean {
  return JSON.stringify(one.map(valuesOf)) === JSON.stringify(other.map(valuesOf));
}

function format(value: number): string {
  return formatDecimal(Number(value.toFixed(DECIMALS)));
}
