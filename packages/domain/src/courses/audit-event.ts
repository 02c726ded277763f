import type { Position } from '../fences/fence-shape.ts';
import { geodesicDistance } from '../geo/geodesic.ts';
import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { nearestLng } from '../geo/web-mercator.ts';
import { normalizeCode } from './codes.ts';
import { countUses } from './course-controls.ts';
import { repeatedControls } from './course-stops.ts';
import { type Control, type Course, type CourseEvent, isPunched } from './event.ts';
import type { EventIndex } from './event-index.ts';
import { BoxGrid, boxAround } from './paper.ts';
import { unfairForks } from './relay-teams.ts';

/** A problem of an event, with the ids of its objects. */
export type AuditFinding =
  | { readonly type: 'duplicate-code'; readonly code: string; readonly controls: readonly string[] }
  | { readonly type: 'no-start'; readonly course: string }
  | { readonly type: 'no-finish'; readonly course: string }
  | {
      readonly type: 'too-close';
      readonly controls: readonly [string, string];
      /** Metres. */
      readonly distance: number;
      readonly limit: number;
    }
  | { readonly type: 'unused-control'; readonly control: string }
  | { readonly type: 'missing-description'; readonly control: string }
  | { readonly type: 'no-time-limit'; readonly course: string }
  | { readonly type: 'no-points'; readonly course: string; readonly control: string }
  | { readonly type: 'repeated-control'; readonly course: string; readonly control: string }
  | { readonly type: 'unfair-fork'; readonly course: string; readonly control: string };

/**
 * Minimum metres between controls, and between controls on features of the same kind (IOF competition rules for foot
 * orienteering, 19.4).
 */
export const MIN_CONTROL_DISTANCE = 30;
export const MIN_SAME_FEATURE_DISTANCE = 60;

/** Everything about an event that a planner should look at, by kind of finding. */
export function auditEvent(index: EventIndex): readonly AuditFinding[] {
  const { controls, courses } = index.event;
  return [
    ...findDuplicateCodes(controls),
    ...courses.flatMap((course) => auditCourse(index, course)),
    ...findCloseControls(controls),
    ...findUnusedControls(index.event),
    ...controls
      .filter((control) => isPunched(control) && (control.description.D ?? '') === '')
      .map(({ id }) => ({ type: 'missing-description' as const, control: id })),
  ];
}

function findDuplicateCodes(controls: readonly Control[]): readonly AuditFinding[] {
  const byCode = Map.groupBy(
    controls.filter(({ code }) => code !== null),
    ({ code }) => normalizeCode(code ?? ''),
  );
  return [...byCode]
    .filter(([, owners]) => owners.length > 1)
    .map(([code, owners]) => ({
      type: 'duplicate-code' as const,
      code,
      controls: owners.map(({ id }) => id),
    }));
}

function findUnusedControls({ controls, courses }: CourseEvent): readonly AuditFinding[] {
  const used = countUses(courses);
  return controls
    .filter(({ id }) => !used.has(id))
    .map(({ id }) => ({ type: 'unused-control' as const, control: id }));
}

function auditCourse({ controls }: EventIndex, course: Course): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const ends = [course.controls.at(0), course.controls.at(-1)].map((end) => controls.get(end?.control ?? ''));
  if (ends[0]?.kind !== 'start' && ends[0]?.special !== 'map-issue')
    findings.push({ type: 'no-start', course: course.id });
  if (ends[1]?.kind !== 'finish') findings.push({ type: 'no-finish', course: course.id });
  if (course.type === 'score') {
    if (course.timeLimit === null) findings.push({ type: 'no-time-limit', course: course.id });
    for (const { control, points } of course.controls) {
      const known = controls.get(control);
      if (known !== undefined && isPunched(known) && points === null)
        findings.push({ type: 'no-points', course: course.id, control });
    }
  } else {
    for (const control of repeatedControlsOf(course))
      findings.push({ type: 'repeated-control', course: course.id, control });
  }
  for (const { control } of unfairForks(course))
    findings.push({ type: 'unfair-fork', course: course.id, control });
  return findings;
}

/** Of courses, which are never changed: most stay while an event is edited. */
const repetitions = new WeakMap<Course, ReadonlySet<string>>();

function repeatedControlsOf(course: Course): ReadonlySet<string> {
  const known = repetitions.get(course) ?? repeatedControls(course);
  repetitions.set(course, known);
  return known;
}

function findCloseControls(controls: readonly Control[]): readonly AuditFinding[] {
  const punched = controls.filter(isPunched);
  const origin = punched[0]?.coordinates;
  if (origin === undefined) return [];
  const grid = new BoxGrid<Control>(MIN_SAME_FEATURE_DISTANCE);
  const findings: AuditFinding[] = [];
  for (const control of punched) {
    const center = toLocalMetres(control.coordinates, origin);
    // A tenth more, because these metres are those of the latitude of the first control.
    const box = boxAround(center, MIN_SAME_FEATURE_DISTANCE * 0.55, MIN_SAME_FEATURE_DISTANCE * 0.55);
    for (const other of grid.search(box)) {
      const distance = geodesicDistance(other.coordinates, control.coordinates);
      const limit = isSameFeature(other, control) ? MIN_SAME_FEATURE_DISTANCE : MIN_CONTROL_DISTANCE;
      if (distance < limit)
        findings.push({ type: 'too-close', controls: [other.id, control.id], distance, limit });
    }
    grid.add(box, control);
  }
  return findings;
}

function isSameFeature(one: Control, other: Control): boolean {
  const feature = one.description.D ?? '';
  return feature !== '' && feature === other.description.D;
}

function toLocalMetres([lng, lat]: Position, [originLng, originLat]: Position) {
  const metresPerDegree = (EARTH_RADIUS * Math.PI) / 180;
  return {
    x: (nearestLng(lng, originLng) - originLng) * metresPerDegree * Math.cos((originLat * Math.PI) / 180),
    y: (lat - originLat) * metresPerDegree,
  };
}
