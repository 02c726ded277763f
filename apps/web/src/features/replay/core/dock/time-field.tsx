import { seek } from '@wakeline/domain/replay/replay-clock';
import { Input, type InputRef, Tooltip } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { type ClockStore, useClock } from '../clock-store.ts';
import styles from './replay-dock.module.css';
import { readElapsed, readMoment, writeElapsed } from './typed-time.ts';

interface TimeFieldProps {
  readonly clock: ClockStore;
  /** Whether times are milliseconds since the start. */
  readonly elapsed: boolean;
  readonly onSettled: () => void;
}

/** The time of the replay, which can be typed over: Enter goes there, Escape leaves it. */
export function TimeField({ clock, elapsed, onSettled }: TimeFieldProps) {
  const { t } = useTranslation('replay');
  const { dateTime, timeZone } = useFormat();
  const field = useRef<InputRef>(null);
  const second = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<'timeUnread' | 'timeOutside' | null>(null);
  const write = (time: number) => (elapsed ? writeElapsed(time) : dateTime(time));

  function leave(): void {
    setTyped(null);
    setWrong(null);
  }

  function go(): void {
    if (typed === null) return;
    const { time, start, end } = clock.get();
    const wanted = elapsed ? readElapsed(typed) : readMoment(typed, time, timeZone);
    // The field has whole seconds: those of the first fix hold it.
    const isInside = wanted !== null && wanted >= Math.floor(start / 1_000) * 1_000 && wanted <= end;
    if (!isInside) {
      setWrong(wanted === null ? 'timeUnread' : 'timeOutside');
      return;
    }
    clock.change((before) => seek(before, wanted));
    leave();
    field.current?.blur();
    onSettled();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
      field.current?.blur();
    }
  }

  const example = elapsed ? '0:15:00' : dateTime(second);
  const { start, end } = clock.get();
  return (
    <Tooltip
      open={wrong !== null}
      title={wrong !== null && t(wrong, { example, from: write(start), to: write(end) })}
    >
      <Input
        ref={field}
        className={styles.time ?? ''}
        variant="filled"
        aria-label={t('time')}
        aria-invalid={wrong !== null}
        status={wrong === null ? '' : 'error'}
        value={typed ?? write(second)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(null);
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {wrong !== null && (
        <span role="alert" className={styles.unseen}>
          {t(wrong, { example, from: write(start), to: write(end) })}
        </span>
      )}
    </Tooltip>
  );
}
