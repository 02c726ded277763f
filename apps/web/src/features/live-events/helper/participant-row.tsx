import type { HelperEntry, HelperParticipant } from '@wakeline/contract/live-events/match-helpers';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './match-helper.module.css';

/** Where a helper records. */
export type Place = 'start' | 'finish';

interface ParticipantRowProps {
  readonly participant: HelperParticipant;
  readonly place: Place;
  /** Whether something is not sent yet. */
  readonly isWaiting: boolean;
  /** Epoch milliseconds. */
  readonly serverNow: () => number;
  readonly onRecord: (entry: HelperEntry) => void;
}

/** A participant with what was recorded, or the buttons to record it. */
export function ParticipantRow({ participant, place, isWaiting, serverNow, onRecord }: ParticipantRowProps) {
  const { t } = useTranslation('matchHelper');
  const { number, participantName: name, className, startTime, status, startSeen, finishTime } = participant;
  const recorded = place === 'start' ? startSeen : finishTime;
  const hasPoint = place === 'start' ? participant.hasStart : participant.hasFinish;
  const didNot = place === 'start' ? 'did-not-start' : 'did-not-finish';
  const canTakeBack = status === didNot;
  return (
    <li className={styles.row} data-waiting={isWaiting}>
      <strong className={styles.number}>{number || '—'}</strong>
      <div className={styles.who}>
        <span>{name}</span>
        <span>
          {className !== '' && `${className} · `}
          {t('start', { time: clockOf(startTime) })}
        </span>
        <Provisional participant={participant} />
      </div>
      <div className={styles.actions}>
        {status !== null ? (
          <>
            <Tag>{t(`status.${status}`)}</Tag>
            {canTakeBack && (
              <Button onClick={() => onRecord({ kind: 'status', status: null })}>
                {t('undo', { name })}
              </Button>
            )}
          </>
        ) : recorded !== null ? (
          <>
            <strong className={styles.time}>{clockOf(recorded)}</strong>
            <Button onClick={() => onRecord({ kind: place, time: null })}>{t('undo', { name })}</Button>
          </>
        ) : (
          <>
            <Button size="large" onClick={() => onRecord({ kind: 'status', status: didNot })}>
              {t(`didNot.${place}`)}
            </Button>
            {hasPoint && (
              <Button
                size="large"
                type="primary"
                aria-label={t(`record.${place}`, { name })}
                onClick={() => onRecord({ kind: place, time: serverNow() })}
              >
                {t(`button.${place}`)}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** What positions show so far. It is no record: the helper confirms what they see. */
function Provisional({ participant }: Pick<ParticipantRowProps, 'participant'>) {
  const { t } = useTranslation('matchHelper');
  const { provisional, status: decided, finishTime: recorded } = participant;
  if (provisional === null || decided !== null || provisional.status === 'not-started') return null;
  const { status, lastPoint, lastTime, finishTime } = provisional;
  const parts = [t(`status.${status}`)];
  if (finishTime !== null && recorded === null) parts.push(t('finishAt', { time: clockOf(finishTime) }));
  if (finishTime === null && lastPoint !== null && lastTime !== null)
    parts.push(t('pointAt', { point: lastPoint, time: clockOf(lastTime) }));
  return <span>{t('byPositions', { text: parts.join(' · ') })}</span>;
}

/** Time of day on the phone of the helper, who stands at the place: `09:05:07`. */
function clockOf(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
