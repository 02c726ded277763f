/** The days of a week, as days of `WeekSchedule`: it begins on Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

type Weekday = (typeof WEEKDAYS)[number];

/** Days in order: three or more in a row as the first and the last of them, others alone. */
export function toDayRuns(weekdays: readonly number[]): readonly (readonly Weekday[])[] {
  const runs: Weekday[][] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    if (!weekdays.includes(day)) continue;
    const before = WEEKDAYS[index - 1];
    const last = runs.at(-1);
    if (last !== undefined && before !== undefined && last.at(-1) === before) last.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return run.length > 2 && first !== undefined && last !== undefined
      ? [[first, last]]
      : run.map((day) => [day]);
  });
}
