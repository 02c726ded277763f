import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { DeviceChooser } from '../../../parts/devices/device-chooser.tsx';
import { errorText } from '../../../service/error-text.ts';
import { presetWindow } from '../core/time-window.ts';
import styles from './multi-form.module.css';
import { type FormErrors, isValid, PRESETS, validateMultiRequest } from './validate-multi-request.ts';

/** The requested devices and time; null: not set. */
export interface MultiFormValues {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both inclusive. */
  readonly start: number | null;
  readonly end: number | null;
}

interface MultiFormProps {
  /** The values of the address. */
  readonly initialValues: MultiFormValues;
  /** The devices that can be replayed, sorted by name. */
  readonly trackers: readonly Tracker[];
  readonly loading: boolean;
  readonly onSearch: (choice: MultiFormValues & { readonly start: number; readonly end: number }) => void;
  /** Returns to the current replay; null: there is none. */
  readonly onCancel: (() => void) | null;
}

/**
 * Devices and time of a replay of several devices. Errors are displayed after submitting, or if the address contains
 * them.
 */
export function MultiForm({ initialValues, trackers, loading, onSearch, onCancel }: MultiFormProps) {
  const { t } = useTranslation('replayMulti');
  const { timeZone } = useFormat();
  const errorTextsOf = useErrorTexts();
  const [selectedIds, setSelectedIds] = useState(initialValues.trackerIds);
  const [window, setWindow] = useState({ start: initialValues.start, end: initialValues.end });
  const [validated, setValidated] = useState(initialValues.start !== null && initialValues.end !== null);
  const errors = errorTextsOf(
    validated ? validateMultiRequest(selectedIds.length, window.start, window.end) : null,
  );

  // Keeps the form in sync with the address, for example on navigating back.
  useEffect(() => {
    setSelectedIds(initialValues.trackerIds);
    setWindow({ start: initialValues.start, end: initialValues.end });
    setValidated(initialValues.start !== null && initialValues.end !== null);
  }, [initialValues]);

  function search(): void {
    setValidated(true);
    const { start, end } = window;
    if (start === null || end === null || !isValid(validateMultiRequest(selectedIds.length, start, end)))
      return;
    onSearch({ trackerIds: selectedIds, start, end });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Form.Item
        layout="vertical"
        label={t('devices')}
        htmlFor="many-devices"
        validateStatus={errors.devices === null ? '' : 'error'}
        help={errors.devices}
      >
        <DeviceChooser
          id="many-devices"
          trackers={trackers}
          selectedIds={selectedIds}
          onChange={setSelectedIds}
          invalid={errors.devices !== null}
          max={LIMITS.replayTrackers}
        />
      </Form.Item>
      <div className={styles.time}>
        <span>{t('window')}</span>
        <div className={styles.presets}>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="small"
              onClick={() => setWindow(presetWindow(preset, serverNow(), timeZone))}
            >
              {t(`preset.${preset}`)}
            </Button>
          ))}
        </div>
        {(['start', 'end'] as const).map((edge) => (
          <Form.Item
            key={edge}
            validateStatus={errors[edge] === null ? '' : 'error'}
            help={errors[edge]}
            className={styles.edge ?? ''}
          >
            <DatePicker
              id={`many-${edge}`}
              className={styles.picker ?? ''}
              aria-label={t(edge === 'start' ? 'from' : 'to')}
              placeholder={t(edge === 'start' ? 'from' : 'to')}
              showTime
              showNow={false}
              allowClear={false}
              needConfirm={false}
              value={window[edge] === null ? null : toWallTime(window[edge], timeZone)}
              defaultPickerValue={toWallTime(serverNow(), timeZone)}
              maxDate={dayjs.utc(toWallTime(serverNow(), timeZone)).endOf('day')}
              onChange={(wall) =>
                wall !== null && setWindow((before) => ({ ...before, [edge]: toInstant(wall, timeZone) }))
              }
            />
          </Form.Item>
        ))}
      </div>
      <div className={styles.actions}>
        {onCancel !== null && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t('load')}
        </Button>
      </div>
    </form>
  );
}

type FieldError = Readonly<Record<keyof FormErrors, string | null>>;

/** Error texts; for the time span the texts of the server. */
function useErrorTexts(): (errors: FormErrors | null) => FieldError {
  const { t } = useTranslation('replayMulti');
  const language = useLanguage();
  return (errors) => {
    const { devices, start, end } = errors ?? { devices: null, start: null, end: null };
    return {
      devices: devices && t(`mistake.${devices}`, { count: LIMITS.replayTrackers }),
      start: start && t(`mistake.${start}`),
      end: end === 'timeEmpty' ? t('mistake.timeEmpty') : end && errorText(new NamedError(end), language),
    };
  };
}
