import type { Flight } from '@wakeline/contract/aviation/flights';
import { DatePicker, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { startOfDay, toInstant, toWallTime } from '../../../format/zone.ts';
import { serverNow } from '../../../live/live-store.ts';
import { usePhone } from '../../../ui/media.ts';
import styles from '../aviation.module.css';
import { FlightPlaces } from '../flight-info.tsx';
import { TimeWithUtc } from '../time-with-utc.tsx';
import type { FlightChoice } from './task-values.ts';
import { useFlightChoices } from './use-watch-tasks.ts';

const DAY_MS = 86_400_000;
/** Pixels, also on a phone. */
const POPUP_WIDTH = 420;
const PHONE_POPUP_WIDTH = 342;

interface FlightFieldProps {
  /** From the form. */
  readonly id?: string;
  readonly value?: FlightChoice | null;
  /** The link is removed. */
  readonly onChange?: (value: null) => void;
  readonly onChoose: (flight: Flight) => void;
}

/** Chooses a planned flight by number, tail number and day; without a day those from yesterday on. */
export function FlightField({ id, value = null, onChange, onChoose }: FlightFieldProps) {
  const { t } = useTranslation('watchTasks');
  const { timeZone } = useFormat();
  const phone = usePhone();
  const [keywords, setKeywords] = useState('');
  const [day, setDay] = useState<Dayjs | null>(null);
  const [openedAt] = useState(serverNow);
  const { data, isFetching } = useFlightChoices({
    keywords: keywords.trim(),
    ...dayRange(day, timeZone, openedAt),
  });
  const list = (data?.list ?? []).filter(({ state }) => state !== 'cancelled');
  return (
    <div className={styles.entry}>
      <Select
        {...(id !== undefined && { id })}
        className={styles.flightChoice ?? ''}
        allowClear
        showSearch={{ filterOption: false, onSearch: setKeywords }}
        popupMatchSelectWidth={phone ? PHONE_POPUP_WIDTH : POPUP_WIDTH}
        loading={isFetching}
        placeholder={t('flight.none')}
        notFoundContent={t(isFetching ? 'flight.searching' : 'flight.noneFound')}
        value={value?.flightId ?? null}
        labelRender={() => <ChosenFlight value={value} />}
        options={list.map((flight) => ({
          value: flight.flightId,
          label: <FlightOption flight={flight} />,
          flight,
        }))}
        onChange={(_, option) => {
          const flight = Array.isArray(option) ? undefined : option?.flight;
          if (flight === undefined) onChange?.(null);
          else onChoose(flight);
          setKeywords('');
        }}
      />
      <DatePicker
        className={styles.flightDay ?? ''}
        aria-label={t('flight.day')}
        placeholder={t('flight.day')}
        defaultPickerValue={toWallTime(openedAt, timeZone)}
        value={day}
        onChange={setDay}
      />
    </div>
  );
}

/** Planned times of a day of the account, or from the day before `now` on. */
function dayRange(day: Dayjs | null, timeZone: string, now: number) {
  if (day === null) return { startTime: startOfDay(now, timeZone, -1), endTime: undefined };
  const startTime = toInstant(day.startOf('day'), timeZone);
  return { startTime, endTime: startOfDay(startTime + DAY_MS / 2, timeZone, 1) };
}

function ChosenFlight({ value }: { readonly value: FlightChoice | null }) {
  const { t } = useTranslation('watchTasks');
  const { formatDateTime } = useFormat();
  if (value === null) return null;
  const { details } = value;
  if (details === null) return <span>{t('flight.hidden')}</span>;
  const { flightNumber, tailNumber, takeoffTime } = details;
  return (
    <span>
      {[flightNumber, tailNumber, formatDateTime(takeoffTime).slice(0, 16)]
        .filter((text) => text !== null)
        .join(' · ')}
    </span>
  );
}

function FlightOption({ flight }: { readonly flight: Flight }) {
  const { flightNumber, tailNumber, takeoffTime, departure, arrival } = flight;
  return (
    <span className={styles.lines}>
      <span>{[flightNumber, tailNumber].filter((text) => text !== null).join(' · ')}</span>
      <span className={`${styles.utcHint} ${styles.flightOption}`}>
        <FlightPlaces departure={departure} arrival={arrival} />
        <TimeWithUtc time={takeoffTime} />
      </span>
    </span>
  );
}
