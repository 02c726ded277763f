import {
  type Branch,
  type CourseControl,
  newCourseControl,
  type Variation,
} from '@wakeline/domain/courses/event';
import { CourseFileError } from '../courses/course-file.ts';
import { attributeOf, childElements, firstChild, type XmlNode } from '../xml-document.ts';
import { idOf, numberOf, offsetOf } from './elements.ts';

/** Maximum nesting of variations, as the contract stores them. */
const MAX_DEPTH = 2;

/** What the linked list of course controls refers to. */
export interface ListContext {
  readonly courseControls: ReadonlyMap<string, XmlNode>;
  readonly controls: ReadonlyMap<string, unknown>;
  /** Ids of the course controls that were read: each belongs to one course only. */
  readonly used: Set<string>;
}

/**
 * Reads a linked list of course controls. Several elements for one control, which list each other as `variation`, are the branches
 * of a fork or loop up to `variation-end`.
 *
 * @throws CourseFileError `missing`, `cycle` or `join`
 */
export function readCourseControls(first: XmlNode | null, context: ListContext): readonly CourseControl[] {
  return readList(first === null ? null : idOf(first, 'course-control'), null, {
    ...context,
    line: first?.line ?? 0,
    depth: 0,
  });
}

interface ListPosition extends ListContext {
  /** Of the reference. */
  readonly line: number;
  readonly depth: number;
}

function readList(
  firstId: string | null,
  endId: string | null,
  position: ListPosition,
): readonly CourseControl[] {
  if (position.depth > MAX_DEPTH) throw new CourseFileError('value', position.line);
  const list: CourseControl[] = [];
  let [id, line] = [firstId, position.line];
  while (id !== null && id !== endId) {
    const node = takeNode(id, line, position);
    line = node.line;
    const courseControl = readCourseControl(node, id, position);
    const kind = attributeOf(node, 'variation');
    if (kind === 'fork' || kind === 'loop') {
      const end = idOf(node, 'variation-end');
      const variation = readVariation(node, { id, kind, end, position });
      list.push({ ...courseControl, variation });
      id = kind === 'fork' ? end : nextOf(node);
    } else {
      list.push(courseControl);
      id = nextOf(node);
    }
  }
  if (id !== endId) throw new CourseFileError('join', line);
  return list;
}

function takeNode(id: string, line: number, { courseControls, used }: ListPosition): XmlNode {
  const node = courseControls.get(id);
  if (node === undefined) throw new CourseFileError('missing', line);
  if (used.has(id)) throw new CourseFileError('cycle', line);
  used.add(id);
  return node;
}

function readCourseControl(node: XmlNode, id: string, { controls }: ListPosition): CourseControl {
  const control = idOf(node, 'control');
  if (!controls.has(control)) throw new CourseFileError('missing', node.line);
  return {
    ...newCourseControl(id, control),
    points: numberOf(node, 'points'),
    mapExchange: mapExchangeOf(node),
    numberLocation: offsetOf(firstChild(node, 'number-location')),
  };
}

export function mapExchangeOf(node: XmlNode): CourseControl['mapExchange'] {
  if (attributeOf(node, 'map-flip') === 'true') return 'flip';
  return attributeOf(node, 'map-exchange') === 'true' ? 'exchange' : null;
}

export function nextOf(node: XmlNode): string | null {
  const next = firstChild(node, 'next');
  return next === null ? null : idOf(next, 'course-control');
}

function readVariation(
  node: XmlNode,
  { id, kind, end, position }: { id: string; kind: Variation['kind']; end: string; position: ListPosition },
): Variation {
  const ids = childElements(node, 'variation').map((variation) => idOf(variation, 'course-control'));
  if (!ids.includes(id)) throw new CourseFileError('missing', node.line);
  // A loop has one element more than loops: the one that leads on after them.
  const branchIds = kind === 'fork' ? ids : ids.filter((branchId) => branchId !== id);
  const branches = branchIds.map((branchId): Branch => {
    const branch = branchId === id ? node : takeNode(branchId, node.line, position);
    const inner = { ...position, line: branch.line, depth: position.depth + 1 };
    return { id: branchId, controls: readList(nextOf(branch), end, inner) };
  });
  return { kind, branches };
}
