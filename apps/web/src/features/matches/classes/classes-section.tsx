import { IconDice5, IconPlus } from '@tabler/icons-react';
import type { MatchClass } from '@wakeline/contract/matches/match-classes';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../matches.module.css';
import { ClassForm, type ClassSubject } from './class-form.tsx';
import { DrawForm } from './draw-form.tsx';

type ClassRow = MatchDetails['classes'][number];

/** The classes of a match: who is ranked together, on which course, and when they start. */
export function ClassesSection({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const confirm = useConfirm();
  const remove = useMatchChange('deleteMatchClass');
  const [subject, setSubject] = useState<ClassSubject | null>(null);
  const [drawn, setDrawn] = useState<MatchClass | null>(null);
  const columns = useColumns(match);
  const { matchId, classes, abilities } = match;

  const confirmRemoval = ({ classId, className: name }: MatchClass) =>
    confirm(
      {
        title: t('deleteClassTitle', { name }),
        content: t('deleteClassText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ matchId, classId }),
    );
  const addButton = abilities.edit && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('addClass')}
    </Button>
  );

  return (
    <>
      {classes.length > 0 && <div className={styles.toolbar}>{addButton}</div>}
      <RecordTable<ClassRow>
        label={t('classes')}
        name="matchClasses"
        rows={classes}
        rowKey={({ classId }) => classId}
        columns={columns}
        failure={null}
        onRetry={null}
        empty={
          <span className={styles.empty}>
            {t('noClasses')}
            {addButton}
          </span>
        }
        actionsWidth={150}
        actions={(row) => (
          <RecordActions
            edit={
              abilities.edit && {
                label: t('editOne', { name: row.className }),
                onClick: () => setSubject({ kind: 'edit', edited: row }),
              }
            }
            remove={
              abilities.edit && {
                label: t('deleteOne', { name: row.className }),
                onClick: () => confirmRemoval(row),
              }
            }
          >
            {abilities.edit && row.startMode === 'individual' && row.participants > 0 && (
              <IconButton
                label={t('drawOne', { name: row.className })}
                icon={<IconDice5 size={18} stroke={1.75} />}
                onClick={() => setDrawn(row)}
              />
            )}
          </RecordActions>
        )}
      />
      <ClassForm match={match} subject={subject} onClose={() => setSubject(null)} />
      <DrawForm match={match} drawn={drawn} onClose={() => setDrawn(null)} />
    </>
  );
}

function useColumns({ courseList, startTime }: MatchDetails): readonly RecordColumn<ClassRow>[] {
  const { t } = useTranslation('matches');
  const { formatDateTime, formatCount } = useFormat();
  const courseName = (courseId: number | null) =>
    courseList.find((course) => course.courseId === courseId)?.course.name;
  return [
    { key: 'name', title: t('className'), width: 200, render: ({ className }) => className },
    {
      key: 'course',
      title: t('course'),
      width: 200,
      render: ({ courseId }) =>
        courseName(courseId) ?? <span className={styles.warning}>{t('noCourse')}</span>,
    },
    { key: 'mode', title: t('startMode'), width: 140, render: (row) => t(`startModeOf.${row.startMode}`) },
    {
      key: 'start',
      title: t('startTime'),
      width: 190,
      render: (row) =>
        row.startMode === 'individual' ? (
          t('ownStartTimes')
        ) : (
          <span className={styles.number}>
            {formatDateTime(row.startMode === 'wave' ? (row.startTime ?? startTime) : startTime)}
          </span>
        ),
    },
    {
      key: 'participants',
      title: t('participants'),
      width: 110,
      render: ({ participants }) => <span className={styles.number}>{formatCount(participants)}</span>,
    },
  ];
}
