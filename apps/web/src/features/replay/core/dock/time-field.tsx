import { seek } from '@wakeline/domain/replay/replay-clock';
import { Input, type InputRef, Tooltip } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { type ClockStore, useClock } from '../clock-store.ts';
import { formatElapsed, parseElapsed, parseTimestamp } from './parse-time.ts';
import styles from './replay-dock.module.css';

interface TimeFieldProps {
  readonly clock: ClockStore;
  /** Whether times are milliseconds since the start. */
  readonly elapsed: boolean;
  readonly onChangeComplete: () => void;
}

/** The time of the replay as an input field: Enter applies it, Escape cancels. */
export function TimeField({ clock, elapsed, onChangeComplete }: TimeFieldProps) {
  const { t } = useTranslation('replay');
  const { formatDateTime, timeZone } = useFormat();
  const field = useRef<InputRef>(null);
  const second = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<'timeUnread' | 'timeOutside' | null>(null);
  const formatTime = (time: number) => (elapsed ? formatElapsed(time) : formatDateTime(time));

  function reset(): void {
    setTyped(null);
    setError(null);
  }

  function submit(): void {
    if (typed === null) return;
    const { time, start, end } = clock.get();
    const requested = elapsed ? parseElapsed(typed) : parseTimestamp(typed, time, timeZone);
    // The field has full seconds, so the second of the first fix counts as inside.
    const isInside = requested !== null && requested >= Math.floor(start / 1_000) * 1_000 && requested <= end;
    if (!isInside) {
      setError(requested === null ? 'timeUnread' : 'timeOutside');
      return;
    }
    clock.change((before) => seek(before, requested));
    reset();
    field.current?.blur();
    onChangeComplete();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') {
      event.stopPropagation();
      reset();
      field.current?.blur();
    }
  }

  const example = elapsed ? '0:15:00' : formatDateTime(second);
  const { start, end } = clock.get();
  return (
    <Tooltip
      open={error !== null}
      title={error !== null && t(error, { example, from: formatTime(start), to: formatTime(end) })}
    >
      <Input
        ref={field}
        className={styles.time ?? ''}
        variant="filled"
        aria-label={t('time')}
        aria-invalid={error !== null}
        status={error === null ? '' : 'error'}
        value={typed ?? formatTime(second)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
        onBlur={reset}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <span role="alert" className={styles.visuallyHidden}>
          {t(error, { example, from: formatTime(start), to: formatTime(end) })}
        </span>
      )}
    </Tooltip>
  );
}
