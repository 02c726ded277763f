import type { Control, CourseEvent, Leg } from '@wakeline/domain/courses/event';
import { legKey } from '@wakeline/domain/courses/event-index';
import {
  childElements,
  createElement,
  firstChild,
  parseXml,
  serializeXml,
  setAttribute,
  setText,
  textOf,
  type XmlDocument,
  type XmlNode,
} from '../xml-document.ts';
import { idOf, ROOT } from './elements.ts';
import { elementIds, flattenCourses, type ListedCourseControl } from './flatten-courses.ts';
import {
  type Layout,
  patchControl,
  patchCourse,
  patchCourseControl,
  patchLeg,
  replaceElements,
} from './patch-elements.ts';
import { readPurplePenDocument } from './read-purple-pen.ts';

/** A document without objects. */
const EMPTY = `<${ROOT}>
  <event id="1">
    <title></title>
    <map kind="none" scale="15000" />
    <standards map="2017" description="2018" />
    <all-controls print-scale="15000" description-kind="symbols" />
    <numbering start="31" disallow-invertible="false" />
  </event>
</${ROOT}>
`;

/**
 * Writes a .ppen file. What the document already says is not written again: elements that the event does not have, and the text
 * of numbers that did not change, stay as they are.
 *
 * @param event positions in millimetres on paper
 * @param document of the file that the event was read from (`readPurplePen`); null for a new file
 * @throws CourseFileError `join` for a fork without a control after it, which the format cannot have
 */
export function* writePurplePen(event: CourseEvent, document: string | null): Generator<void, string> {
  const parsed = yield* parseXml(document ?? EMPTY);
  const base = readPurplePenDocument(parsed);
  const layout: Layout = { lineBreak: (document ?? EMPTY).includes('\r\n') ? '\r\n' : '\n' };
  patchSettings(parsed, base, event);
  const controlIds = assignIds(event.controls, base.controls);
  patchControls(parsed.root, event, controlIds, layout);
  yield;
  const courseIds = assignIds(event.courses, base.courses);
  const elements = [...nodesById(parsed.root, 'course-control').keys()];
  const lists = flattenCourses(event.courses, { base, courseIds, controlIds, elements });
  patchCourses(parsed.root, event, { base, courseIds, lists, layout });
  yield;
  patchCourseControls(parsed.root, { base, lists, layout });
  patchLegs(parsed.root, event.legs, { base, controlIds, layout });
  return serializeXml(parsed);
}

function patchSettings({ root }: XmlDocument, base: CourseEvent, event: CourseEvent): void {
  const settings = firstChild(root, 'event');
  if (settings === null) return;
  const setChild = (name: string, edit: (node: XmlNode) => void): void => {
    const node = firstChild(settings, name);
    if (node !== null) edit(node);
  };
  if (event.name !== base.name) setChild('title', (node) => setText(node, event.name));
  if (event.notes !== base.notes) setChild('notes', (node) => setText(node, event.notes));
  if (event.mapScale !== base.mapScale)
    setChild('map', (node) => setAttribute(node, 'scale', String(event.mapScale)));
  if (event.printScale !== base.printScale)
    setChild('all-controls', (node) => setAttribute(node, 'print-scale', String(event.printScale)));
  if (event.firstCode !== base.firstCode)
    setChild('numbering', (node) => setAttribute(node, 'start', String(event.firstCode)));
}

/** Ids of the file by ids of the event: those that the file has, and new numbers for the others. */
function assignIds(
  objects: readonly { readonly id: string }[],
  base: readonly { readonly id: string }[],
): ReadonlyMap<string, string> {
  const known = new Set(base.map(({ id }) => id));
  let next = base.reduce((max, { id }) => Math.max(max, Number(id)), 0) + 1;
  return new Map(objects.map(({ id }) => [id, known.has(id) ? id : String(next++)]));
}

function patchControls(
  root: XmlNode,
  { controls }: CourseEvent,
  ids: ReadonlyMap<string, string>,
  layout: Layout,
): void {
  const nodes = nodesById(root, 'control');
  const wanted = controls.map((control: Control) => {
    const id = ids.get(control.id) ?? '';
    const node = nodes.get(id) ?? createElement('control', { id });
    patchControl(node, control, layout);
    return node;
  });
  replaceElements(root, 'control', wanted, layout);
}

interface CourseContext {
  readonly base: CourseEvent;
  readonly courseIds: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly ListedCourseControl[]>;
  readonly layout: Layout;
}

function patchCourses(
  root: XmlNode,
  { courses, mapScale }: CourseEvent,
  { base, courseIds, lists, layout }: CourseContext,
): void {
  const nodes = nodesById(root, 'course');
  const bases = new Map(base.courses.map((course) => [course.id, course]));
  let order = [...nodes.values()].reduce((max, node) => Math.max(max, orderOf(node)), 0);
  const wanted = courses.map((course) => {
    const id = courseIds.get(course.id) ?? '';
    const known = nodes.get(id);
    if (known === undefined) order += 1;
    const node = known ?? createElement('course', { id, kind: course.type, order: String(order) });
    const first = lists.get(course.id)?.[0]?.id ?? null;
    patchCourse(node, course, { base: bases.get(id), first, mapScale, layout });
    return node;
  });
  replaceElements(root, 'course', wanted, layout);
}

function orderOf(node: XmlNode): number {
  const [, order = '0'] = /\sorder="(\d+)"/.exec(node.startTag) ?? [];
  return Number(order);
}

function patchCourseControls(root: XmlNode, { base, lists, layout }: Omit<CourseContext, 'courseIds'>): void {
  const nodes = nodesById(root, 'course-control');
  const wanted = [...lists.values()].flat().map((listed) => {
    const node = nodes.get(listed.id) ?? createElement('course-control', { id: listed.id });
    patchCourseControl(node, listed, layout);
    return node;
  });
  // Elements that no course of the document uses stay.
  const used = new Set(base.courses.flatMap((course) => [...elementIds(course)]));
  const unused = [...nodes].filter(([id]) => !used.has(id)).map(([, node]) => node);
  replaceElements(root, 'course-control', [...wanted, ...unused], layout);
}

function patchLegs(
  root: XmlNode,
  legs: readonly Leg[],
  {
    base,
    controlIds,
    layout,
  }: { base: CourseEvent; controlIds: ReadonlyMap<string, string>; layout: Layout },
): void {
  const wantedLegs = new Map(
    legs.map((leg) => {
      const [from, to] = [controlIds.get(leg.from) ?? '', controlIds.get(leg.to) ?? ''];
      return [legKey(from, to), { ...leg, from, to }];
    }),
  );
  const knownControls = new Set(controlIds.values());
  const wanted: XmlNode[] = [];
  let next = 1;
  for (const node of childElements(root, 'leg')) {
    next = Math.max(next, Number(idOf(node)) + 1);
    const [from, to] = [idOf(node, 'start-control'), idOf(node, 'end-control')];
    const leg = wantedLegs.get(legKey(from, to));
    wantedLegs.delete(legKey(from, to));
    const wasKnown = base.legs.some(({ id }) => id === idOf(node));
    if (leg !== undefined || wasKnown) patchLeg(node, leg ?? null, layout);
    // A leg may have content that the event does not know, such as a taped route.
    const hasContent = childElements(node).length > 0 || textOf(node).trim() !== '';
    if (hasContent && knownControls.has(from) && knownControls.has(to)) wanted.push(node);
  }
  for (const leg of wantedLegs.values()) {
    const node = createElement('leg', {
      id: String(next++),
      'start-control': leg.from,
      'end-control': leg.to,
    });
    patchLeg(node, leg, layout);
    if (childElements(node).length > 0) wanted.push(node);
  }
  replaceElements(root, 'leg', wanted, layout);
}

function nodesById(root: XmlNode, name: string): ReadonlyMap<string, XmlNode> {
  return new Map(childElements(root, name).map((node) => [idOf(node), node]));
}
