import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { altitude } from '../../../format/quantities.ts';
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
  readonly onSettled: () => void;
}

/** The drawing is stretched to the width that there is; this fine it is made. */
const WIDTH = 1_200;
const HEIGHT = 60;

/** Heights of all devices over the time, with the moment on them: where it is pressed, the replay goes. */
export function Profile({ runs, clock, onSettled }: ProfileProps) {
  const { t } = useTranslation('replay3d');
  const { dateTime } = useFormat();
  const { box, start, end, now, hand, slider } = useScrub(clock, onSettled);
  const lines = useMemo(() => {
    const flown = runs.flatMap(({ loaded, mark, trackerId }) =>
      loaded === null ? [] : [{ track: loaded.track, mark, trackerId }],
    );
    const range = profileRange(flown.map(({ track }) => track));
    if (range === null) return null;
    return {
      range,
      paths: flown.map(({ track, mark, trackerId }) => ({
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
        aria-valuetext={dateTime(now)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {paths.map(({ trackerId, colour, path }) => (
            <path key={trackerId} d={path} stroke={colour} />
          ))}
        </svg>
        <span className={styles.hand} style={{ left: `${hand * 100}%` }} />
      </div>
      <div className={styles.words} aria-hidden>
        <Value of={altitude(range.most)} />
        <Value of={altitude(range.least)} />
      </div>
    </div>
  );
}
