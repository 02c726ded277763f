import { known, placeAt } from '@wakeline/domain/replay/playback';
import { rateOf } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { altitude, climb, speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { flightAt } from '../../../map/3d/flight.ts';
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
const REDRAWN = 200;

/** A device of the replay: its colour, its name, and its height, climb and speed at the moment. Pressed, the camera looks at it. */
export function DeviceReadout({ run, clock, chosen, onChoose }: DeviceReadoutProps) {
  const { t } = useTranslation('replay3d');
  const { device, mark, loaded } = run;
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={chosen}
      title={t('lookAt', { name: device.name })}
      disabled={loaded === null}
      onClick={onChoose}
    >
      <span className={styles.swatch} style={{ background: mark.colour }} />
      <span className={styles.name}>{device.name}</span>
      {loaded === null ? (
        <span className={styles.none}>{t('noTrack')}</span>
      ) : (
        <Figures track={loaded.track} clock={clock} />
      )}
    </button>
  );
}

function Figures({ track, clock }: { readonly track: Track; readonly clock: ClockStore }) {
  const { t } = useTranslation('replay3d');
  const { speedUnits } = useFormat();
  useClock(clock, ({ time, level, playing }) =>
    playing ? Math.floor(time / Math.max(1_000, rateOf(level) * REDRAWN)) : time,
  );
  const { time } = clock.get();
  const place = placeAt(track, time);
  const { height, climb: rate } = flightAt(track, time);
  const kmh = place === null || place.gap ? null : known(place.speed ?? undefined);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('altitude')}</dt>
        <dd>
          <Value of={height === null ? null : altitude(height)} />
        </dd>
      </div>
      <div>
        <dt>{t('climb')}</dt>
        <dd>
          <Value of={rate === null || place?.gap ? null : climb(rate)} />
        </dd>
      </div>
      <div>
        <dt>{t('speed')}</dt>
        <dd>
          <Value of={kmh === null ? null : speed(kmh, speedUnits)} />
        </dd>
      </div>
    </dl>
  );
}
