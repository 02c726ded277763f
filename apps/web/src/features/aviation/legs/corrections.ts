import type { Leg } from '@wakeline/contract/aviation/legs';
import { LEG_TIMES, type LegTime } from '@wakeline/domain/aviation/leg';

type Times = Readonly<Partial<Record<LegTime, number | null>>>;

/** What a form changes of a leg: times that differ from the corrected ones; null: the found time again. */
export function correctionsOf(leg: Leg, times: Times): Times {
  return Object.fromEntries(
    LEG_TIMES.flatMap((name) => {
      const wanted = times[name];
      const current = leg[name]?.isCorrected ? leg[name].at : null;
      return wanted === undefined || wanted === current ? [] : [[name, wanted]];
    }),
  );
}
