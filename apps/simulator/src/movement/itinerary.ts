import { type Place, type Timetable, timetable } from './timetable.ts';

/** A rest at a place. */
export function staying(place: Omit<Place, 'speed' | 'course'>, seconds: number): Timetable {
  const { longitude, latitude, altitude } = place;
  const knot = { longitude, latitude, altitude, speed: 0 };
  return timetable([
    { ...knot, seconds: 0 },
    { ...knot, seconds },
  ]);
}

/** One timetable after the other. A part that only rests keeps the course with which the part before it ended. */
export function inSequence(parts: readonly Timetable[]): Timetable {
  const stages: { readonly start: number; readonly part: Timetable; readonly course: number | null }[] = [];
  let duration = 0;
  let course: number | null = null;
  for (const part of parts) {
    const rests = isRest(part);
    stages.push({ start: duration, part, course: rests ? course : null });
    if (!rests) course = part.at(part.duration).course;
    duration += part.duration;
  }
  return {
    duration,
    at(seconds) {
      const stage = stages.findLast(({ start }) => start <= seconds) ?? stages[0];
      if (stage === undefined) throw new RangeError('a sequence has at least one part');
      const place = stage.part.at(seconds - stage.start);
      return stage.course === null ? place : { ...place, course: stage.course };
    },
  };
}

function isRest(part: Timetable): boolean {
  const from = part.at(0);
  return [0.5, 1].every((share) => {
    const place = part.at(part.duration * share);
    return place.speed === 0 && place.longitude === from.longitude && place.latitude === from.latitude;
  });
}

/** The same way again and again, for ever; `time` and `offset` in seconds. */
export function repeated(once: Timetable, offset: number): (time: number) => Place {
  if (!(once.duration > 0)) return () => once.at(0);
  return (time) => {
    const seconds = (time + offset) % once.duration;
    return once.at(seconds < 0 ? seconds + once.duration : seconds);
  };
}
