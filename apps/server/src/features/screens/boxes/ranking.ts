import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewDataRow } from '../../../reports/overview-rows.ts';
import type { BoxReader } from '../box-reader.ts';
import { readRanked } from './days.ts';

/** The devices with the highest sums of a period; devices with 0 are left out. */
export const readRanking: BoxReader = async (context, { options: { ranking, rankingDays } }) => {
  const figureOf = (row: OverviewDataRow) =>
    ranking === 'mileage' ? row.trip_metres + row.other_metres : row[ranking];
  const { asOf, value } = await readRanked(context, rankingDays, ranking, LIMITS.rankedDevices);
  const list = value.flatMap((row) =>
    row.tracker_id === null || figureOf(row) === 0
      ? []
      : [{ trackerId: row.tracker_id, trackerName: row.tracker_name ?? '', value: figureOf(row) }],
  );
  return { asOf, value: { kind: 'ranking', list } };
};
