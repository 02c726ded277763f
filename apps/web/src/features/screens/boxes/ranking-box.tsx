import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { RollingList } from '../rolling-list.tsx';
import { useBoxData } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';
import { DeviceName } from './device-name.tsx';

/** The first ten devices by a figure, each with a bar. */
export function RankingBox({ box: { boxId, options } }: BoxContentProps) {
  const { t } = useTranslation(['screens', 'format']);
  const { formatCount } = useFormat();
  const data = useBoxData(boxId, 'ranking');
  if (data === null) return <BoxEmpty text={null} />;
  if (data.list.length === 0) return <BoxEmpty text={t(`screens:noRanking.${options.ranking}`)} />;
  const highest = Math.max(...data.list.map(({ value }) => value));
  const textOf = (value: number) => {
    if (options.ranking !== 'mileage') return formatCount(value);
    const distance = formatDistance(value);
    return `${distance.value} ${t(`format:unit.${distance.unit}`)}`;
  };
  return (
    <RollingList label={t('screens:kind.ranking')} count={data.list.length}>
      <ol className={styles.ranking}>
        {data.list.map(({ trackerId, trackerName, value }, index) => (
          <li key={trackerId}>
            <b>{index + 1}</b>
            <DeviceName trackerId={trackerId} trackerName={trackerName} />
            <span>{textOf(value)}</span>
            <i style={{ width: `${(value / highest) * 100}%` }} />
          </li>
        ))}
      </ol>
    </RollingList>
  );
}
