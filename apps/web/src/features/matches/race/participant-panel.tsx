import { IconArrowLeft } from '@tabler/icons-react';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { Button, Descriptions } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../matches.module.css';
import { CorrectionForm, type CorrectionSubject } from './correction-form.tsx';
import { CorrectionLog } from './correction-log.tsx';
import { participantLabel } from './race-devices.ts';
import { formatBehind, formatElapsed } from './race-time.ts';
import { SplitTable } from './split-table.tsx';
import { StatusTag } from './status-tag.tsx';
import type { Standings } from './use-race.ts';

interface ParticipantPanelProps {
  readonly match: MatchDetails;
  /** Undefined: not loaded yet. */
  readonly standings: Standings | undefined;
  readonly participant: Participant;
  readonly participants: ReadonlyMap<number, Participant>;
  readonly onBack: () => void;
}

/** Result and splits of a participant, and what officials decide about them. */
export function ParticipantPanel(props: ParticipantPanelProps) {
  const { match, standings, participant, participants, onBack } = props;
  const { t } = useTranslation('matches');
  const { formatDateTime } = useFormat();
  const [subject, setSubject] = useState<CorrectionSubject | null>(null);
  const { participantId } = participant;
  const ranking = standings?.classes.find(({ rows }) =>
    rows.some((row) => row.participantId === participantId),
  );
  const standing = ranking?.rows.find((row) => row.participantId === participantId);
  const passings = standings?.splits.find((one) => one.participantId === participantId)?.passings ?? [];
  const course = match.courseList.find(({ courseId }) => courseId === ranking?.courseId)?.course;
  const className = match.classes.find(({ classId }) => classId === participant.classId)?.className;
  const canEdit = match.abilities.edit;
  const penalties = [
    ...(standing?.penaltySeconds ? [t('secondsOf', { count: standing.penaltySeconds })] : []),
    ...(standing?.penaltyPoints ? [t('pointsOf', { count: standing.penaltyPoints })] : []),
  ];

  return (
    <>
      <header className={styles.panelHead}>
        <IconButton label={t('backToStandings')} icon={<IconArrowLeft size={18} />} onClick={onBack} />
        <h2 title={participantLabel(participant)}>{participantLabel(participant)}</h2>
      </header>
      <div className={styles.panelBody}>
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'class', label: t('class'), children: className ?? '—' },
            { key: 'club', label: t('club'), children: participant.club || '—' },
            {
              key: 'status',
              label: t('statusLabel'),
              children: standing === undefined ? '—' : <StatusTag status={standing.status} />,
            },
            { key: 'rank', label: t('rank'), children: standing?.rank ?? '—' },
            {
              key: 'start',
              label: t('startTime'),
              children:
                standing === undefined || standing.startTime === null
                  ? '—'
                  : formatDateTime(standing.startTime),
            },
            {
              key: 'elapsed',
              label: t('elapsed'),
              children:
                standing === undefined || standing.elapsed === null
                  ? '—'
                  : `${formatElapsed(standing.elapsed)} ${standing.behind === null ? '' : formatBehind(standing.behind)}`,
            },
            { key: 'device', label: t('device'), children: participant.trackerName ?? '—' },
            { key: 'penalty', label: t('penalty'), children: penalties.join(' · ') || '—' },
          ]}
        />
        {canEdit && (
          <span className={styles.buttons}>
            <Button onClick={() => setSubject({ kind: 'status' })}>{t('changeStatus')}</Button>
            <Button
              onClick={() =>
                setSubject({
                  kind: 'penalty',
                  seconds: standing?.penaltySeconds ?? 0,
                  points: standing?.penaltyPoints ?? 0,
                })
              }
            >
              {t('changePenalty')}
            </Button>
          </span>
        )}
        <h3 className={styles.heading}>{t('splitTimes')}</h3>
        {course === undefined ? (
          <p className={styles.hint}>{t('noCourseOfParticipant')}</p>
        ) : (
          <SplitTable
            startTime={standing?.startTime ?? null}
            course={course}
            passings={passings}
            onCorrect={
              canEdit
                ? (point, label, passing) => setSubject({ kind: 'passing', point, label, passing })
                : null
            }
          />
        )}
        <h3 className={styles.heading}>{t('raceView.corrections')}</h3>
        <CorrectionLog
          match={match}
          participants={participants}
          participantId={participantId}
          onSelect={null}
        />
      </div>
      <CorrectionForm
        match={match}
        participant={participant}
        subject={subject}
        startTime={standing?.startTime ?? match.startTime}
        onClose={() => setSubject(null)}
      />
    </>
  );
}
