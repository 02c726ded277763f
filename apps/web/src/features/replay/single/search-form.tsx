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

/** The requested device and times in epoch milliseconds. */
export interface TrackRequest extends TimeWindow {
  readonly trackerId: number;
}

interface SearchFormProps {
  /** The request of the address. */
  readonly request: TrackRequest | null;
  /** The device of the address, even without a time. */
  readonly trackerId: number | null;
  readonly loading: boolean;
  readonly onSearch: (request: TrackRequest) => void;
}

/**
 * Device and time of a replay. They are validated after submitting, or if the address contains them, and from then
 * on.
 */
export function SearchForm({ request, trackerId, loading, onSearch }: SearchFormProps) {
  const { t } = useTranslation('replaySingle');
  const { timeZone } = useFormat();
  const [device, setDevice] = useState(request?.trackerId ?? trackerId);
  const [window, setWindow] = useState<TimeWindow | null>(request);
  const [validated, setValidated] = useState(request !== null);
  const errors = validateTrackRequest(device, window);
  const errorTexts = validated ? errors : { device: null, window: null };

  // Keeps the form in sync with the address, for example on navigating back.
  useEffect(() => {
    if (request === null) return;
    setDevice(request.trackerId);
    setWindow(request);
    setValidated(true);
  }, [request]);

  function search(requestedWindow: TimeWindow | null): void {
    setValidated(true);
    const requestErrors = validateTrackRequest(device, requestedWindow);
    if (
      requestErrors.device !== null ||
      requestErrors.window !== null ||
      device === null ||
      requestedWindow === null
    )
      return;
    onSearch({ trackerId: device, start: requestedWindow.start, end: requestedWindow.end });
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
                const selectedWindow = presetWindow(preset, serverNow(), timeZone);
                setWindow(selectedWindow);
                if (device !== null) search(selectedWindow);
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
