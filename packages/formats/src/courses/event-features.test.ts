import {
  type CourseEvent,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import { expect, test } from 'vitest';
import type { MapFeature } from '../map-feature.ts';
import { finish } from '../testing/finish.ts';
import { readAll, writeAll } from '../testing/read.ts';
import { eventFeatures } from './event-features.ts';

const EVENT: CourseEvent = {
  ...NEW_EVENT,
  controls: [
    newControl('s', [179.999, 10], 'start', null),
    { ...newControl('a', [-179.999, 10], 'other', '31'), description: { D: '2.4', G: '11.1N' } },
    newControl('f', [-179.998, 10.001], 'finish', null),
  ],
  legs: [{ id: 'l', from: 's', to: 'a', bends: [[180, 10.002]], gaps: [] }],
  people: [],
  courses: [
    {
      ...newCourse('c'),
      name: 'Relay',
      subtitle: 'W21',
      controls: [
        newCourseControl('1', 's'),
        { ...newCourseControl('2', 'a'), variation: { kind: 'fork', branches: [{ id: 'x', controls: [] }] } },
        newCourseControl('3', 'f'),
      ],
    },
    { ...newCourse('d', 'score'), controls: [newCourseControl('1', 's'), newCourseControl('2', 'a')] },
    { ...newCourse('e'), controls: [newCourseControl('1', 's')] },
  ],
};
const summary = (features: readonly MapFeature[]) =>
  features.map((feature) => [
    feature.kind,
    feature.name,
    feature.note,
    feature.kind === 'point' ? feature.coordinates : feature.kind === 'line' ? feature.vertices : null,
  ]);

test('makes a point of each control and a line of each variation', () => {
  expect(summary(finish(eventFeatures(EVENT, 'en')))).toEqual([
    ['point', 'Start', '', [179.999, 10]],
    ['point', '31', 'the boulder, north side', [-179.999, 10]],
    ['point', 'Finish', '', [-179.998, 10.001]],
    [
      'line',
      'Relay A',
      'W21',
      [
        [179.999, 10],
        [180, 10.002],
        [180.001, 10],
        [180.002, 10.001],
      ],
    ],
  ]);
  expect(summary(finish(eventFeatures(EVENT, 'zh')))[1]).toEqual([
    'point',
    '31',
    '石块，北侧',
    [-179.999, 10],
  ]);
});

test.each(['gpx', 'kml', 'geojson'] as const)('are written as %s and read again', (format) => {
  const read = readAll(writeAll(format, finish(eventFeatures(EVENT, 'en')))).features;
  expect(read.map(({ kind, name }) => [kind, name])).toEqual([
    ['point', 'Start'],
    ['point', '31'],
    ['point', 'Finish'],
    ['line', 'Relay A'],
  ]);
});
