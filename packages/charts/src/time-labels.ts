/** Pixels per label of a time axis. */
const TIME_LABEL_WIDTH = 88;
const HOUR_MS = 3_600_000;

/** How the account's zone divides and formats times; all of them are epoch milliseconds. */
export interface ChartTime {
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly format: (time: number) => string;
  /** Round local times, at most `maxTicks` and one, and the step between them. */
  readonly ticks: (
    from: number,
    to: number,
    maxTicks: number,
  ) => { readonly step: number; readonly ticks: readonly number[] };
}

/** The labels of a time axis between two times, for when the user zooms: epoch milliseconds. */
export function timeLabels(
  from: number,
  to: number,
  { width, time: zone }: { readonly width: number; readonly time: ChartTime },
) {
  const { ticks, step } = zone.ticks(from, to, Math.floor(width / TIME_LABEL_WIDTH));
  return {
    customValues: [...ticks],
    formatter: (time: number) => {
      const text = zone.format(time);
      if (step >= 24 * HOUR_MS || text.endsWith(' 00:00:00')) return text.slice(0, 10);
      return text.slice(11, step >= 60_000 ? 16 : 19);
    },
  };
}
