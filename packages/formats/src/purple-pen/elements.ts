import type { PaperOffset } from '@wakeline/domain/courses/event';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { CourseFileError } from '../courses/course-file.ts';
import { readNumber } from '../read-number.ts';
import { attributeOf, childElements, firstChild, textOf, type XmlNode } from '../xml-document.ts';

/** Values of Purple Pen's elements (`src/PurplePenCore/EventDB.cs` of petergolde/PurplePen). */

export const ROOT = 'course-scribe-event';

/** @throws CourseFileError `value` for an attribute that is missing or not a whole number */
export function idOf(node: XmlNode, name = 'id'): string {
  const value = attributeOf(node, name);
  if (value === null || !/^\s*\d{1,9}\s*$/.test(value)) throw new CourseFileError('value', node.line);
  return String(Number(value));
}

/** A number; null if the attribute is missing. @throws CourseFileError `value` for anything else */
export function numberOf(node: XmlNode | null, name: string): number | null {
  const value = attributeOf(node, name);
  if (value === null) return null;
  const number = readNumber(value);
  if (number === null) throw new CourseFileError('value', node?.line ?? null);
  return number;
}

/** @throws CourseFileError `position` for a location without coordinates */
export function positionOf(node: XmlNode): Position {
  const [x, y] = [readNumber(attributeOf(node, 'x') ?? ''), readNumber(attributeOf(node, 'y') ?? '')];
  if (x === null || y === null) throw new CourseFileError('position', node.line);
  return [x, y];
}

export function offsetOf(node: XmlNode | null): PaperOffset | null {
  if (node === null) return null;
  const [x, y] = positionOf(node);
  return { x, y };
}

export function locationsOf(node: XmlNode | null): readonly Position[] {
  return node === null ? [] : childElements(node, 'location').map(positionOf);
}

/** Gaps of circles as text: `45:90,180:200`, degrees. */
export function circleGapsOf(control: XmlNode): readonly { readonly from: number; readonly to: number }[] {
  return textOf(firstChild(control, 'circle-gaps'))
    .split(',')
    .flatMap((text) => {
      const [from = null, to = null] = text.split(':').map(readNumber);
      return from === null || to === null ? [] : [{ from, to }];
    });
}

export function legGapsOf(leg: XmlNode): readonly { readonly start: number; readonly length: number }[] {
  const gaps = firstChild(leg, 'gaps');
  return (gaps === null ? [] : childElements(gaps, 'gap')).map((gap) => ({
    start: numberOf(gap, 'start') ?? 0,
    length: numberOf(gap, 'length') ?? 0,
  }));
}

/** Elements by id. @throws CourseFileError `duplicate` */
export function byId(nodes: readonly XmlNode[]): ReadonlyMap<string, XmlNode> {
  const map = new Map<string, XmlNode>();
  for (const node of nodes) {
    const id = idOf(node);
    if (map.has(id)) throw new CourseFileError('duplicate', node.line);
    map.set(id, node);
  }
  return map;
}
