import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { ClassStandings } from '@wakeline/contract/matches/standings';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../matches.module.css';

/** Identifies a ranking in the address. */
export function rankingKey({ classId, courseId }: Pick<ClassStandings, 'classId' | 'courseId'>): string {
  return `${classId ?? 0}-${courseId ?? 0}`;
}

interface RankingSelectProps {
  readonly match: MatchDetails;
  readonly rankings: readonly ClassStandings[];
  /** Undefined: there is none. */
  readonly selected: ClassStandings | undefined;
  readonly onSelect: (key: string) => void;
}

/** Selects the ranking of a class, or of the participants of a course without a class. */
export function RankingSelect({ match, rankings, selected, onSelect }: RankingSelectProps) {
  const { t } = useTranslation('matches');
  if (rankings.length < 2) return null;
  const nameOf = ({ classId, courseId }: ClassStandings) => {
    const className = match.classes.find((one) => one.classId === classId)?.className;
    const courseName = match.courseList.find((one) => one.courseId === courseId)?.course.name;
    return [className ?? t('withoutClass'), courseName].filter((text) => text !== undefined).join(' · ');
  };
  return (
    <Select
      className={styles.ranking ?? ''}
      aria-label={t('ranking')}
      value={selected === undefined ? null : rankingKey(selected)}
      options={rankings.map((one) => ({
        value: rankingKey(one),
        label: `${nameOf(one)} (${one.rows.length})`,
      }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(key) => key !== null && onSelect(key)}
    />
  );
}
