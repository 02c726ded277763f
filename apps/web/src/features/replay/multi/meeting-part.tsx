import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { MEETING_RULE, type Meeting } from '@wakeline/domain/replay/meetings';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { distance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { asBoolean, useStored } from '../../../ui/stored.ts';
import { DeviceBadge } from './device-badge.tsx';
import styles from './meeting-part.module.css';
import type { Run } from './runs.ts';
import type { ManyChoices } from './use-many-choices.ts';
import type { Meetings } from './use-meetings.ts';

interface MeetingPartProps {
  readonly runs: readonly Run[];
  readonly meetings: Meetings;
  readonly choices: Pick<ManyChoices, 'meeting' | 'setMeeting'>;
  /** Goes over to real time, which alone knows meetings; null: it is real time. */
  readonly onReal: (() => void) | null;
  readonly onGo: (meeting: Meeting) => void;
}

/** When and where two of the devices were near one another. */
export function MeetingPart({ runs, meetings, choices, onReal, onGo }: MeetingPartProps) {
  const { t } = useTranslation('replayMulti');
  const [open, setOpen] = useStored('replayManyMeetings', false, asBoolean);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const played = runs.filter(({ loaded }) => loaded !== null);
  if (played.length < 2) return null;
  return (
    <section className={styles.part} aria-label={t('meet.title')}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={16} aria-hidden />
        <span>{t('meet.title')}</span>
        {meetings !== null && (
          <span className={styles.count}>{t('meet.found', { count: meetings.length })}</span>
        )}
      </button>
      {open && (
        <div className={styles.body}>
          <Pair runs={played} choices={choices} />
          {onReal === null ? (
            <Found meetings={meetings} onGo={onGo} />
          ) : (
            <p className={styles.hint}>
              {t('meet.offset')}{' '}
              <Button type="link" size="small" onClick={onReal}>
                {t('meet.real')}
              </Button>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** The two devices. */
function Pair({
  runs,
  choices: { meeting, setMeeting },
}: Pick<MeetingPartProps, 'choices'> & { readonly runs: readonly Run[] }) {
  const { t } = useTranslation('replayMulti');
  return (
    <div className={styles.pair}>
      {([0, 1] as const).map((side) => (
        <Select<number>
          key={side}
          size="small"
          allowClear
          className={styles.choice ?? ''}
          aria-label={t(side === 0 ? 'meet.first' : 'meet.second')}
          placeholder={t('meet.choose')}
          value={meeting[side] ?? null}
          onChange={(id?: number) =>
            setMeeting(side === 0 ? [id ?? null, meeting[1]] : [meeting[0], id ?? null])
          }
          options={runs
            .filter(({ trackerId }) => trackerId !== meeting[1 - side])
            .map(({ trackerId, device, mark }) => ({ value: trackerId, label: device.name, mark }))}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={({ data }) => (
            <span className={styles.option}>
              <DeviceBadge mark={data.mark} size={18} />
              {data.label}
            </span>
          )}
        />
      ))}
    </div>
  );
}

function Found({ meetings, onGo }: Pick<MeetingPartProps, 'meetings' | 'onGo'>) {
  const { t } = useTranslation('replayMulti');
  const { dateTime, coordinates, span } = useFormat();
  const { t: format } = useTranslation('format');
  if (meetings === null) return <p className={styles.hint}>{t('meet.hint')}</p>;
  const within = distance(MEETING_RULE.radius);
  return (
    <>
      <p className={styles.hint}>
        {t('meet.rule', { distance: `${within.value} ${format(`unit.${within.unit}`)}` })}
      </p>
      {meetings.length === 0 && (
        <p className={styles.hint} role="status">
          {t('meet.none')}
        </p>
      )}
      <ol className={styles.list}>
        {meetings.map((meeting, index) => (
          <li key={meeting.startTime}>
            <button type="button" onClick={() => onGo(meeting)}>
              <span className={styles.number}>{index + 1}</span>
              <span>{dateTime(meeting.startTime)}</span>
              <span className={styles.near}>
                {t('meet.nearest')} <Value of={distance(meeting.distance)} />
              </span>
              <span className={styles.place}>{coordinates(meeting.lat, meeting.lng)}</span>
              <span className={styles.long}>
                {meeting.endTime > meeting.startTime
                  ? span(meeting.endTime - meeting.startTime)
                  : t('meet.passing')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
