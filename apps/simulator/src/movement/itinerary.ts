import { createSchedule, type MotionState, type Schedule } from './schedule.ts';

/** A rest at a place. */
export function createStop(waypoint: Omit<MotionState, 'speed' | 'course'>, seconds: number): Schedule {
  const { longitude, latitude, altitude } = waypoint;
  const knot = { longitude, latitude, altitude, speed: 0 };
  return createSchedule([
    { ...knot, seconds: 0 },
    { ...knot, seconds },
  ]);
}

/** One timetable after the other. A part that only rests keeps the course with which the part before it ended. */
export function concatSchedules(schedules: readonly Schedule[]): Schedule {
  const stages: { readonly start: number; readonly part: Schedule; readonly course: number | null }[] = [];
  let duration = 0;
  let course: number | null = null;
  for (const schedule of schedules) {
    const isStop = isStationary(schedule);
    stages.push({ start: duration, part: schedule, course: isStop ? course : null });
    if (!isStop) course = schedule.at(schedule.duration).course;
    duration += schedule.duration;
  }
  return {
    duration,
    at(seconds) {
      const stage = stages.findLast(({ start }) => start <= seconds) ?? stages[0];
      if (stage === undefined) throw new RangeError('a sequence has at least one part');
      const state = stage.part.at(seconds - stage.start);
      return stage.course === null ? state : { ...state, course: stage.course };
    },
  };
}

function isStationary(schedule: Schedule): boolean {
  const from = schedule.at(0);
  return [0.5, 1].every((fraction) => {
    const state = schedule.at(schedule.duration * fraction);
    return state.speed === 0 && state.longitude === from.longitude && state.latitude === from.latitude;
  });
}

/** The same way again and again, for ever; `time` and `offset` in seconds. */
export function repeatSchedule(schedule: Schedule, offset: number): (time: number) => MotionState {
  if (!(schedule.duration > 0)) return () => schedule.at(0);
  return (time) => {
    const seconds = (time + offset) % schedule.duration;
    return schedule.at(seconds < 0 ? seconds + schedule.duration : seconds);
  };
}
