import { LIMITS } from '@wakeline/contract/limits';
import { Button, DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { instantOf, wallOf } from '../../../format/zone.ts';
import { serverNow } from '../../../live/live-store.ts';
import { TrackerSelect } from '../../../parts/devices/tracker-select.tsx';
import { presetWindow, type TimeWindow } from '../core/time-window.ts';
import styles from './search-form.module.css';
import { mistakesIn, PRESETS } from './window.ts';

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
  const [judged, setJudged] = useState(request !== null);
  const mistakes = mistakesIn(device, window);
  const said = judged ? mistakes : { device: null, window: null };

  // The address is what is looked at: who goes back in it sees the form follow.
  useEffect(() => {
    if (request === null) return;
    setDevice(request.trackerId);
    setWindow(request);
    setJudged(true);
  }, [request]);

  function search(chosen: TimeWindow | null): void {
    setJudged(true);
    const wrong = mistakesIn(device, chosen);
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
        validateStatus={said.device ? 'error' : ''}
        help={said.device && t(said.device)}
      >
        <TrackerSelect
          id="history-device"
          value={device}
          onChange={setDevice}
          invalid={said.device !== null}
        />
      </Form.Item>
      <Form.Item
        layout="vertical"
        label={t('window')}
        htmlFor="history-window"
        validateStatus={said.window ? 'error' : ''}
        help={said.window && t(said.window, { count: LIMITS.replayDays })}
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
              value={window === null ? null : wallOf(window[edge], timeZone)}
              defaultPickerValue={wallOf(serverNow(), timeZone)}
              maxDate={dayjs.utc(wallOf(serverNow(), timeZone)).endOf('day')}
              onChange={(wall) => {
                if (wall === null) return;
                const time = instantOf(wall, timeZone);
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
