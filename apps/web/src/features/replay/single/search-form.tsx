import { LIMITS } from '@wakeline/contract/limits';
import { Button, DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { serverNow } from '../../../live/live-store.ts';
import { TrackerSelect } from '../../../parts/devices/tracker-select.tsx';
import { presetWindow, type TimeWindow } from '../core/time-window.ts';
import styles from './search-form.module.css';
import { PRESETS, validateTrackRequest } from './validate-track-request.ts';

/** What is looked for: a device, and times in epoch milliseconds. */
export interface TrackRequest extends TimeWindow {
  readonly trackerId: number;
}

interface SearchFormProps {
  /** What the address asks for. */
  readonly request: TrackRequest | null;
  /** Device of the address, also when there is no time yet. */
  readonly trackerId: number | null;
  readonly loading: boolean;
  readonly onSearch: (request: TrackRequest) => void;
}

/** Device and time of a replay, both judged when the form is sent, or comes filled in by the address, and from then on. */
export function SearchForm({ request, trackerId, loading, onSearch }: SearchFormProps) {
  const { t } = useTranslation('replaySingle');
  const { timeZone } = useFormat();
  const [device, setDevice] = useState(request?.trackerId ?? trackerId);
  const [window, setWindow] = useState<TimeWindow | null>(request);
  const [validated, setValidated] = useState(request !== null);
  const errors = validateTrackRequest(device, window);
  const errorTexts = validated ? errors : { device: null, window: null };

  // The address is what is looked at: who goes back in it sees the form follow.
  useEffect(() => {
    if (request === null) return;
    setDevice(request.trackerId);
    setWindow(request);
    setValidated(true);
  }, [request]);

  function search(chosen: TimeWindow | null): void {
    setValidated(true);
    const wrong = validateTrackRequest(device, chosen);
    if (wrong.device !== null || wrong.window !== null || device === null || chosen === null) return;
    onSearch({ trackerId: device, start: chosen.start, end: chosen.end });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        search(window);
      }}
    >
      <Form.Item
        layout="vertical"
        label={t('device')}
        htmlFor="history-device"
        validateStatus={errorTexts.device ? 'error' : ''}
        help={errorTexts.device && t(errorTexts.device)}
      >
        <TrackerSelect
          id="history-device"
          value={device}
          onChange={setDevice}
          invalid={errorTexts.device !== null}
        />
      </Form.Item>
      <Form.Item
        layout="vertical"
        label={t('window')}
        htmlFor="history-window"
        validateStatus={errorTexts.window ? 'error' : ''}
        help={errorTexts.window && t(errorTexts.window, { count: LIMITS.replayDays })}
      >
        <div className={styles.presets}>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="small"
              className={styles.preset ?? ''}
              onClick={() => {
                const chosen = presetWindow(preset, serverNow(), timeZone);
                setWindow(chosen);
                if (device !== null) search(chosen);
              }}
            >
              {t(`preset.${preset}`)}
            </Button>
          ))}
        </div>
        <div className={styles.range}>
          {(['start', 'end'] as const).map((edge) => (
            <DatePicker
              key={edge}
              id={edge === 'start' ? 'history-window' : 'history-window-end'}
              className={styles.picker ?? ''}
              aria-label={t(edge === 'start' ? 'from' : 'to')}
              placeholder={t(edge === 'start' ? 'from' : 'to')}
              showTime
              showNow={false}
              allowClear={false}
              needConfirm={false}
              value={window === null ? null : toWallTime(window[edge], timeZone)}
              defaultPickerValue={toWallTime(serverNow(), timeZone)}
              maxDate={dayjs.utc(toWallTime(serverNow(), timeZone)).endOf('day')}
              onChange={(wall) => {
                if (wall === null) return;
                const time = toInstant(wall, timeZone);
                setWindow((before) => ({ start: time, end: time, ...before, [edge]: time }));
              }}
            />
          ))}
        </div>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={loading}>
        {t('load')}
      </Button>
    </form>
  );
}
