import { LIMITS } from '@wakeline/contract/limits';
import type { Ranking, RankingDays } from '@wakeline/domain/screens/box-kinds';
import type { OverviewDataRow } from '../../../reports/overview-rows.ts';
import type { BoxContext, BoxReader } from '../box-reader.ts';
import type { Cached } from '../figure-cache.ts';
import { type RankedDevices, readAlarmRanking } from './alarms.ts';
import { readRanked } from './days.ts';

/** The devices with the highest sums of a period; devices with 0 are left out. */
export const readRanking: BoxReader = async (context, { options: { ranking, rankingDays } }) => {
  const { asOf, value } =
    ranking === 'alarms'
      ? await readAlarmRanking(context, rankingDays, LIMITS.rankedDevices)
      : await readSums(context, ranking, rankingDays);
  return { asOf, value: { kind: 'ranking', list: [...value] } };
};

async function readSums(
  context: BoxContext,
  ranking: Exclude<Ranking, 'alarms'>,
  days: RankingDays,
): Promise<Cached<RankedDevices>> {
  const figureOf = (row: OverviewDataRow) =>
    ranking === 'mileage' ? row.trip_metres + row.other_metres : row[ranking];
  const { asOf, value } = await readRanked(context, days, ranking, LIMITS.rankedDevices);
  const list = value.flatMap((row) =>
    row.tracker_id === null || figureOf(row) === 0
      ? []
      : [{ trackerId: row.tracker_id, trackerName: row.tracker_name ?? '', value: figureOf(row) }],
  );
  return { asOf, value: list };
}
