import { indexAt, nanToNull, positionAtTime } from '@wakeline/domain/replay/playback';
import { rateOf } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { verticalStateAt } from '../../../map/3d/vertical-state.ts';
import { type ClockStore, useClock } from '../core/clock-store.ts';
import type { Run } from '../multi/runs.ts';
import styles from './device-readout.module.css';

interface DeviceReadoutProps {
  readonly run: Run;
  readonly clock: ClockStore;
  /** Whether the camera looks at it. */
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** Minimum time between updates of the values in real time, milliseconds. */
const REDRAW_MS = 200;

/**
 * A device of the replay: colour, name, and current height, climb and speed. A click selects it as the camera target.
 */
export function DeviceReadout({ run, clock, selected, onSelect }: DeviceReadoutProps) {
  const { t } = useTranslation('replay3d');
  const { device, marker, loaded } = run;
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={selected}
      title={t('lookAt', { name: device.name })}
      disabled={loaded === null}
      onClick={onSelect}
    >
      <span className={styles.swatch} style={{ background: marker.colour }} />
      <span className={styles.name}>{device.name}</span>
      {loaded === null ? (
        <span className={styles.none}>{t('noTrack')}</span>
      ) : (
        <Readings track={loaded.track} clock={clock} />
      )}
    </button>
  );
}

function Readings({ track, clock }: { readonly track: Track; readonly clock: ClockStore }) {
  const { t } = useTranslation('replay3d');
  const { formatSpeed, formatAltitude, formatClimbRate, altitudeName } = useFormat();
  useClock(clock, ({ time, level, playing }) =>
    playing ? Math.floor(time / Math.max(1_000, rateOf(level) * REDRAW_MS)) : time,
  );
  const { time } = clock.get();
  const position = positionAtTime(track, time);
  const { height, climb: rate } = verticalStateAt(track, time);
  const kmh = position === null || position.isGap ? null : nanToNull(position.speed ?? undefined);
  return (
    <dl className={styles.values}>
      <div>
        <dt>{altitudeName(t('altitude'), nanToNull(track.altitudeKind[indexAt(track, time)]))}</dt>
        <dd>
          <Value quantity={height === null ? null : formatAltitude(height)} />
        </dd>
      </div>
      <div>
        <dt>{t('climb')}</dt>
        <dd>
          <Value quantity={rate === null || position?.isGap ? null : formatClimbRate(rate)} />
        </dd>
      </div>
      <div>
        <dt>{t('speed')}</dt>
        <dd>
          <Value quantity={kmh === null ? null : formatSpeed(kmh)} />
        </dd>
      </div>
    </dl>
  );
}
