import { IconPencil, IconPlus, IconReplace, IconTrash } from '@tabler/icons-react';
import type { MatchCourse, MatchDetails } from '@wakeline/contract/matches/match-details';
import { Button, Dropdown, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../matches.module.css';
import { useLength } from '../use-length.ts';
import { SOURCE_KINDS } from './course-source.ts';
import type { CoursePanel } from './courses-section.tsx';

interface CourseListProps {
  readonly match: MatchDetails;
  /** The course that the map shows; null: all. */
  readonly selectedId: number | null;
  readonly onSelect: (courseId: number | null) => void;
  readonly onOpen: (panel: CoursePanel) => void;
}

/** The race courses of a match. A click shows one of them alone on the map. */
export function CourseList({ match, selectedId, onSelect, onOpen }: CourseListProps) {
  const { t } = useTranslation('matches');
  const { courseList, abilities } = match;
  const addButton = abilities.edit && (
    <Dropdown
      trigger={['click']}
      menu={{
        items: SOURCE_KINDS.map((source) => ({ key: source, label: t(`source.${source}`) })),
        onClick: ({ key }) => {
          const source = SOURCE_KINDS.find((kind) => kind === key);
          if (source !== undefined) onOpen({ kind: 'add', source });
        },
      }}
    >
      <Button type="primary" icon={<IconPlus size={16} />}>
        {t('addCourse')}
      </Button>
    </Dropdown>
  );
  return (
    <>
      <header className={styles.panelHead}>
        <h2>{t('courses')}</h2>
        {courseList.length > 0 && addButton}
      </header>
      <div className={styles.panelBody}>
        {courseList.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noCourses')}>
            {addButton}
          </Empty>
        ) : (
          <ul className={styles.courses} aria-label={t('courses')}>
            {courseList.map((course) => (
              <CourseRow
                key={course.courseId}
                match={match}
                course={course}
                isSelected={selectedId === course.courseId}
                onSelect={() => onSelect(selectedId === course.courseId ? null : course.courseId)}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface CourseRowProps {
  readonly match: MatchDetails;
  readonly course: MatchCourse;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onOpen: (panel: CoursePanel) => void;
}

function CourseRow({ match, course, isSelected, onSelect, onOpen }: CourseRowProps) {
  const { t } = useTranslation('matches');
  const formatLength = useLength();
  const confirm = useConfirm();
  const remove = useMatchChange('deleteMatchCourse');
  const { matchId, classes, abilities } = match;
  const { courseId, source } = course;
  const { name, type, points } = course.course;
  const length = points.at(-1)?.distance ?? 0;
  const usedBy = classes.filter((one) => one.courseId === courseId).map(({ className }) => className);
  const confirmRemoval = () =>
    confirm(
      {
        title: t('deleteCourseTitle', { name }),
        content: t('deleteCourseText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ matchId, courseId }),
    );
  return (
    <li data-selected={isSelected}>
      <button type="button" className={styles.course} aria-pressed={isSelected} onClick={onSelect}>
        <strong title={name}>{name}</strong>
        <span className={styles.hint}>
          {[
            t(`courseType.${type}`),
            ...(type === 'normal' ? [formatLength(length)] : []),
            t('pointCount', { count: points.length }),
            t(`sourceOf.${source.kind}`),
          ].join(' · ')}
        </span>
        <span className={styles.hint}>
          {usedBy.length === 0 ? t('noClassUses') : t('usedBy', { names: usedBy.join(', ') })}
        </span>
      </button>
      {abilities.edit && (
        <span className={styles.rowButtons}>
          <IconButton
            size="small"
            label={t('editOne', { name })}
            icon={<IconPencil size={16} />}
            onClick={() => onOpen({ kind: 'edit', course })}
          />
          <IconButton
            size="small"
            label={t('replaceOne', { name })}
            icon={<IconReplace size={16} />}
            onClick={() => onOpen({ kind: 'replace', course })}
          />
          <IconButton
            size="small"
            danger
            label={t('deleteOne', { name })}
            icon={<IconTrash size={16} />}
            onClick={confirmRemoval}
          />
        </span>
      )}
    </li>
  );
}
