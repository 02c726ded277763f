import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAltitude } from '../../../format/quantities.ts';
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
  /** After a jump, when the hand has let go. */
  readonly onChangeComplete: () => void;
}

/** The drawing is stretched to the width that there is; this fine it is made. */
const WIDTH = 1_200;
const HEIGHT = 60;

/** Heights of all devices over the time, with the moment on them: where it is pressed, the replay goes. */
export function Profile({ runs, clock, onChangeComplete }: ProfileProps) {
  const { t } = useTranslation('replay3d');
  const { formatDateTime } = useFormat();
  const { box, start, end, now, progress, slider } = useScrub(clock, onChangeComplete);
  const lines = useMemo(() => {
    const withAltitude = runs.flatMap(({ loaded, marker, trackerId }) =>
      loaded === null ? [] : [{ track: loaded.track, mark: marker, trackerId }],
    );
    const range = profileRange(withAltitude.map(({ track }) => track));
    if (range === null) return null;
    return {
      range,
      paths: withAltitude.map(({ track, mark, trackerId }) => ({
        trackerId,
        colour: mark.colour,
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
        <span className={styles.hand} style={{ left: `${progress * 100}%` }} />
      </div>
      <div className={styles.words} aria-hidden>
        <Value quantity={formatAltitude(range.max)} />
        <Value quantity={formatAltitude(range.min)} />
      </div>
    </div>
  );
}
