import type { NoticeType } from '@wakeline/domain/notices/notice-type';

const MINUTE = 60_000;

/** An alarm that is on for `lasts` minutes of every `every` minutes, the first time `offset` minutes after the epoch. */
export function alarmEvery(
  alarm: NoticeType,
  every: number,
  lasts: number,
  offset: number,
): (time: number) => readonly NoticeType[] {
  const on = [alarm];
  return (time) => (within(time, every, offset) < lasts ? on : []);
}

/** A device that has no network for `lasts` minutes of every `every` minutes. */
export function darkEvery(every: number, lasts: number, offset: number): (time: number) => boolean {
  return (time) => within(time, every, offset) >= lasts;
}

function within(time: number, every: number, offset: number): number {
  const minutes = (time / MINUTE - offset) % every;
  return minutes < 0 ? minutes + every : minutes;
}
