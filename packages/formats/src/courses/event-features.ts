import { courseStops } from '@wakeline/domain/courses/course-stops';
import {
  type DescriptionLanguage,
  describeControl,
  describeStop,
} from '@wakeline/domain/courses/descriptions';
import type { Control, Course, CourseEvent } from '@wakeline/domain/courses/event';
import { type EventIndex, indexEvent, legLine } from '@wakeline/domain/courses/event-index';
import { variations } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { unwrapLongitudes } from '../antimeridian.ts';
import type { MapFeature } from '../map-feature.ts';

/** Purple of the overprint (ISOM 2017-2, upper purple), as it looks on screens. */
const COLOR = '#a626ff';

/**
 * Controls as points and each variation of a course as a line along its legs, for GPX, KML and GeoJSON. A score course has no line.
 */
export function* eventFeatures(
  event: CourseEvent,
  language: DescriptionLanguage,
): Generator<void, readonly MapFeature[]> {
  const index = indexEvent(event);
  const features: MapFeature[] = event.controls.map((control) => pointOf(control, language));
  for (const course of event.courses) {
    features.push(...linesOf(index, course));
    yield;
  }
  return features;
}

function pointOf(control: Control, language: DescriptionLanguage): MapFeature {
  return {
    kind: 'point',
    coordinates: control.coordinates,
    name: control.code ?? describeStop({ control: { ...control, description: {} }, number: null }, language),
    note: describeControl(control.description, language),
    color: COLOR,
    line: null,
  };
}

function linesOf(index: EventIndex, course: Course): readonly MapFeature[] {
  if (course.type === 'score') return [];
  return variations(course).list.flatMap(({ code, controls }): readonly MapFeature[] => {
    const vertices: Position[] = [];
    const stops = courseStops(index, controls);
    for (const [at, { control }] of stops.entries()) {
      const previous = stops[at - 1]?.control;
      if (previous === undefined) vertices.push(control.coordinates);
      else vertices.push(...legLine(index, previous, control).slice(1));
    }
    if (vertices.length < 2) return [];
    const name = code === '' ? course.name : `${course.name} ${code}`;
    return [
      {
        kind: 'line',
        vertices: unwrapLongitudes(vertices, null),
        name,
        note: course.subtitle,
        color: COLOR,
        line: null,
      },
    ];
  });
}
