import type { PaperPlacement } from '@wakeline/contract/courses/files';
import { NamedError } from '@wakeline/contract/errors';
import { type CourseEvent, mapPositions } from '@wakeline/domain/courses/event';
import { type PaperPlane, placePaper } from '@wakeline/domain/courses/paper-plane';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { projectionOf } from '@wakeline/formats/coordinate-systems/projection';
import type { PositionUnit } from '@wakeline/formats/courses/course-file';
import type { EventMapFile } from './event-map.ts';

/** Where the positions of a file are. */
export interface FilePlacement {
  readonly placement: PaperPlacement | undefined;
  /** The map that millimetres refer to; null: `placement`. */
  readonly map: EventMapFile | null;
  /** EPSG code. */
  readonly coordinateSystem: number | undefined;
}

/**
 * Converts the positions of an event to WGS-84.
 *
 * @throws NamedError `course-file-needs-placement`, `course-file-needs-system`, `course-placement-invalid`,
 *   `course-system-unknown`, `course-map-unplaced` or the reason why a map cannot be placed
 */
export async function placeEvent(
  event: CourseEvent,
  unit: PositionUnit,
  where: FilePlacement,
): Promise<CourseEvent> {
  switch (unit) {
    case 'wgs84':
      return event;
    case 'paper': {
      if (where.map !== null) {
        // Files with positions start without the reader of OCAD files.
        const { mapPaper } = await import('./map-paper.ts');
        const { toPosition } = mapPaper(where.map, event.mapScale);
        return mapPositions(event, (point) => toWgs84(toPosition(point)));
      }
      if (where.placement === undefined) throw new NamedError('course-file-needs-placement');
      const { toPosition } = paperOf(where.placement);
      return mapPositions(event, ([x, y]) => toPosition({ x, y }));
    }
    case 'grid': {
      if (where.coordinateSystem === undefined)
        throw new NamedError('course-file-needs-system', pointOf(event));
      const projection = projectionOf(where.coordinateSystem);
      return mapPositions(event, (position) => toWgs84(projection?.inverse(position) ?? null));
    }
  }
}

/** A point of an event for suggestions of its coordinate system; controls of an event are near each other. */
function pointOf({ controls: [control] }: CourseEvent): Readonly<Record<string, number>> {
  if (control === undefined) return {};
  const [easting, northing] = control.coordinates;
  return { easting, northing };
}

function toWgs84(position: Position | null): Position {
  if (position === null || !position.every(Number.isFinite)) throw new NamedError('course-system-unknown');
  return position;
}

/** @throws NamedError `course-placement-invalid` */
export function paperOf(placement: PaperPlacement): PaperPlane {
  const plane = placePaper(
    placement.map(({ x, y, longitude, latitude }) => ({ paper: { x, y }, position: [longitude, latitude] })),
  );
  if (plane === null) throw new NamedError('course-placement-invalid');
  return plane;
}
