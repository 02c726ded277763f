import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import type { ClockStore } from '../core/clock-store.ts';
import { useScrub } from '../core/dock/use-scrub.ts';
import type { Run } from '../multi/runs.ts';
import styles from './profile.module.css';
import { profilePath, profileRange } from './profile-path.ts';

interface ProfileProps {
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  /** Called after a seek, when the pointer is released. */
  readonly onChangeComplete: () => void;
}

/** Size of the drawing; it is stretched to the available width. */
const WIDTH = 1_200;
const HEIGHT = 60;

/** The height profile of all devices over time, with the current time; a click seeks. */
export function Profile({ runs, clock, onChangeComplete }: ProfileProps) {
  const { t } = useTranslation('replay3d');
  const { formatDateTime, formatAltitude } = useFormat();
  const { box, start, end, now, progress, slider } = useScrub(clock, onChangeComplete);
  const lines = useMemo(() => {
    const withAltitude = runs.flatMap(({ loaded, marker, trackerId }) =>
      loaded === null ? [] : [{ track: loaded.track, marker, trackerId }],
    );
    const range = profileRange(withAltitude.map(({ track }) => track));
    if (range === null) return null;
    return {
      range,
      paths: withAltitude.map(({ track, marker, trackerId }) => ({
        trackerId,
        colour: marker.colour,
        path: profilePath(track, { start, end }, range, WIDTH, HEIGHT),
      })),
    };
  }, [runs, start, end]);

  if (lines === null) return <p className={styles.none}>{t('noAltitude')}</p>;
  const { range, paths } = lines;
  return (
    <div className={styles.profile}>
      <div
        {...slider}
        ref={box}
        className={styles.box}
        role="slider"
        tabIndex={0}
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={now}
        aria-label={t('profile')}
        aria-valuetext={formatDateTime(now)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {paths.map(({ trackerId, colour, path }) => (
            <path key={trackerId} d={path} stroke={colour} />
          ))}
        </svg>
        <span className={styles.thumb} style={{ left: `${progress * 100}%` }} />
      </div>
      <div className={styles.labels} aria-hidden>
        <Value quantity={formatAltitude(range.max)} />
        <Value quantity={formatAltitude(range.min)} />
      </div>
    </div>
  );
}
