import type { TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { FlightLine } from '@wakeline/domain/aviation/flight-line';
import { type LineGuidance, LineGuide, type LineProgress } from '@wakeline/domain/aviation/line-guide';
import { useMemo, useRef } from 'react';

type Line = NonNullable<TaskGeometryResult['line']>;

/** Shows where devices are on a line; undefined: the task has none. */
export function useLineGuide(line: Line | null | undefined): LineGuide | undefined {
  return useMemo(() => {
    if (line == null || line.points.length < 2) return undefined;
    const points = line.points.map(([longitude, latitude]) => ({ longitude, latitude }));
    const waypoints = line.waypoints.map(({ lng, lat, name }) => ({ longitude: lng, latitude: lat, name }));
    return new LineGuide(new FlightLine(points), waypoints);
  }, [line]);
}

/** Where a device is on the line, from fix to fix. Null: it has no position, or there is no line. */
export function useLineGuidance(
  guide: LineGuide | undefined,
  start: LineProgress | null,
  { latitude, longitude, fixTime }: TrackerStatusDto,
): LineGuidance | null {
  const last = useRef<{ readonly guide: LineGuide; readonly guidance: LineGuidance } | null>(null);
  if (guide === undefined || latitude === null || longitude === null || fixTime === null) return null;
  const known = last.current?.guide === guide ? last.current.guidance : null;
  if (known?.progress.time === fixTime) return known;
  const guidance = guide.guide(known?.progress ?? start, { latitude, longitude, time: fixTime });
  last.current = { guide, guidance };
  return guidance;
}
