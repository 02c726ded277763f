import type { Position } from '@wakeline/domain/fences/fence-shape';
import { CourseFileError, type PositionUnit } from '../courses/course-file.ts';
import { attributeOf, childElements, firstChild, textOf, type XmlNode } from '../xml-document.ts';
import { decimal } from './decimal.ts';

export interface ControlPositions {
  /** By the id in the file. */
  readonly positions: ReadonlyMap<string, Position>;
  readonly unit: PositionUnit;
  /** Whether y of the map increases upwards. */
  readonly isUpward: boolean;
}

/** Metres: an event is smaller, so that larger differences come from two units. */
const MAX_GRID_EXTENT = 200_000;

/**
 * Positions of all controls in one unit: degrees if they are in range, otherwise metres of a grid, or millimetres on paper if no
 * control has any of these.
 *
 * @throws CourseFileError `position`, `mixed-positions`, `duplicate` or `value`
 */
export function positionsOf(race: XmlNode): ControlPositions {
  const nodes = childElements(race, 'Control');
  const isUpward = isMapUpward(race);
  const hasGeographic = nodes.some((node) => firstChild(node, 'Position') !== null);
  const positions = new Map<string, Position>();
  for (const node of nodes) {
    const id = textOf(firstChild(node, 'Id')).trim();
    if (id === '') throw new CourseFileError('value', node.line);
    const position = hasGeographic ? geographicOf(node) : paperOf(node, isUpward);
    const known = positions.get(id);
    if (known !== undefined && (known[0] !== position[0] || known[1] !== position[1]))
      throw new CourseFileError('duplicate', node.line);
    positions.set(id, position);
  }
  return { positions, unit: hasGeographic ? unitOf([...positions.values()]) : 'paper', isUpward };
}

function geographicOf(node: XmlNode): Position {
  const position = firstChild(node, 'Position');
  const [lng, lat] = [
    decimal(attributeOf(position, 'lng') ?? ''),
    decimal(attributeOf(position, 'lat') ?? ''),
  ];
  if (lng === null || lat === null) throw new CourseFileError('position', node.line);
  return [lng, lat];
}

function paperOf(node: XmlNode, isUpward: boolean): Position {
  const position = firstChild(node, 'MapPosition');
  const [x, y] = [decimal(attributeOf(position, 'x') ?? ''), decimal(attributeOf(position, 'y') ?? '')];
  // Pixels have no scale.
  if (x === null || y === null || attributeOf(position, 'unit') === 'px')
    throw new CourseFileError('position', node.line);
  return [x, isUpward ? y : 0 - y];
}

function unitOf(positions: readonly Position[]): PositionUnit {
  if (positions.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return 'wgs84';
  for (const axis of [0, 1] as const) {
    const values = positions.map((position) => position[axis]);
    if (Math.max(...values) - Math.min(...values) > MAX_GRID_EXTENT)
      throw new CourseFileError('mixed-positions');
  }
  return 'grid';
}

/** The standard counts y downwards; most programs count it upwards, and so the corners of their maps show. */
function isMapUpward(race: XmlNode): boolean {
  const map = firstChild(race, 'Map');
  const corner = (name: string) =>
    decimal(attributeOf(map === null ? null : firstChild(map, name), 'y') ?? '') ?? 0;
  return corner('MapPositionTopLeft') >= corner('MapPositionBottomRight');
}
