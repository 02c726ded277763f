import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../matches.module.css';
import { useMatchConf } from '../use-match-conf.ts';
import { smallCircles } from './small-circles.ts';

interface RadiusHintProps {
  readonly matchId: number;
  readonly course: RaceCourse;
}

/** The radius that fits the send interval of a match; a warning if circles of a course are smaller. */
export function RadiusHint({ matchId, course }: RadiusHintProps) {
  const { t } = useTranslation('matches');
  const { data } = useMatchConf(matchId);
  const found = data === undefined ? null : smallCircles(course, data.sendInterval);
  if (data === undefined || found === null) return null;
  const { recommended: radius, count } = found;
  const hint = t('recommendedRadius', { seconds: data.sendInterval, radius });
  if (count === 0) return <p className={styles.hint}>{hint}</p>;
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.alert ?? ''}
      title={t('smallCircles', { count })}
      description={hint}
    />
  );
}
