import { createSchedule, type MotionState, type Schedule } from './schedule.ts';

/** A stop at a waypoint. */
export function createStop(waypoint: Omit<MotionState, 'speed' | 'course'>, seconds: number): Schedule {
  const { longitude, latitude, altitude } = waypoint;
  const knot = { longitude, latitude, altitude, speed: 0 };
  return createSchedule([
    { ...knot, seconds: 0 },
    { ...knot, seconds },
  ]);
}

/** Concatenates schedules. Stationary ones keep the final course of the previous one. */
export function concatSchedules(schedules: readonly Schedule[]): Schedule {
  const stages: { readonly start: number; readonly schedule: Schedule; readonly course: number | null }[] =
    [];
  let duration = 0;
  let course: number | null = null;
  for (const schedule of schedules) {
    const isStop = isStationary(schedule);
    stages.push({ start: duration, schedule, course: isStop ? course : null });
    if (!isStop) course = schedule.at(schedule.duration).course;
    duration += schedule.duration;
  }
  return {
    duration,
    at(seconds) {
      const stage = stages.findLast(({ start }) => start <= seconds) ?? stages[0];
      if (stage === undefined) throw new RangeError('at least one schedule is required');
      const state = stage.schedule.at(seconds - stage.start);
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

/** Repeats a schedule forever; `time` and `offset` in seconds. */
export function repeatSchedule(schedule: Schedule, offset: number): (time: number) => MotionState {
  if (!(schedule.duration > 0)) return () => schedule.at(0);
  return (time) => {
    const seconds = (time + offset) % schedule.duration;
    return schedule.at(seconds < 0 ? seconds + schedule.duration : seconds);
  };
}
