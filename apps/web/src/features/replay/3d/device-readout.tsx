import { nanToNull, positionAtTime } from '@wakeline/domain/replay/playback';
import { rateOf } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { formatAltitude, formatClimbRate, formatSpeed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { verticalStateAt } from '../../../map/3d/vertical-state.ts';
import { type ClockStore, useClock } from '../core/clock-store.ts';
import type { Run } from '../multi/runs.ts';
import styles from './device-readout.module.css';

interface DeviceReadoutProps {
  readonly run: Run;
  readonly clock: ClockStore;
  /** The camera looks at it. */
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** So many milliseconds of the viewer pass at least between two drawings of the figures. */
const REDRAW_MS = 200;

/** A device of the replay: its colour, its name, and its height, climb and speed at the moment. Pressed, the camera looks at it. */
export function DeviceReadout({ run, clock, chosen, onChoose }: DeviceReadoutProps) {
  const { t } = useTranslation('replay3d');
  const { device, marker, loaded } = run;
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={chosen}
      title={t('lookAt', { name: device.name })}
      disabled={loaded === null}
      onClick={onChoose}
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
  const { speedUnits } = useFormat();
  useClock(clock, ({ time, level, playing }) =>
    playing ? Math.floor(time / Math.max(1_000, rateOf(level) * REDRAW_MS)) : time,
  );
  const { time } = clock.get();
  const place = positionAtTime(track, time);
  const { height, climb: rate } = verticalStateAt(track, time);
  const kmh = place === null || place.isGap ? null : nanToNull(place.speed ?? undefined);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('altitude')}</dt>
        <dd>
          <Value quantity={height === null ? null : formatAltitude(height)} />
        </dd>
      </div>
      <div>
        <dt>{t('climb')}</dt>
        <dd>
          <Value quantity={rate === null || place?.isGap ? null : formatClimbRate(rate)} />
        </dd>
      </div>
      <div>
        <dt>{t('speed')}</dt>
        <dd>
          <Value quantity={kmh === null ? null : formatSpeed(kmh, speedUnits)} />
        </dd>
      </div>
    </dl>
  );
}
