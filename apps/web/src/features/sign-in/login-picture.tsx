import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DEPTHS, LAND } from './chart.ts';
import styles from './login-picture.module.css';
import { type Course, wakeOf } from './wake.ts';

// biome-ignore format: a table of numbers
const SOUNDINGS: readonly (readonly [x: number, y: number, metres: number])[] = [
  [150, 120, 48], [270, 210, 42], [90, 300, 37], [240, 380, 31], [390, 150, 44], [60, 460, 22],
  [420, 470, 19], [560, 180, 27], [690, 300, 16], [720, 470, 23], [610, 560, 28], [830, 420, 21],
  [480, 640, 17], [760, 640, 34], [900, 560, 29], [670, 745, 26], [640, 850, 38], [960, 860, 41],
  [560, 780, 21], [330, 300, 35], [930, 410, 12], [520, 90, 33], [90, 60, 52],
];

// biome-ignore format: a table of numbers
const COURSES: readonly Course[] = [
  [[-40, 250], [120, 130], [260, 330], [440, 250]],
  [[1040, 640], [900, 720], [760, 560], [640, 660]],
  [[330, 20], [300, 140], [220, 260], [205, 430]],
  [[1020, 470], [960, 430], [860, 500], [770, 420]],
];

/** The default login picture: a nautical chart with boats and their wakes, in the colours of paper charts. */
export function LoginPicture() {
  const { t } = useTranslation('signIn');
  const fade = useId();
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 1000 900"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={t('picture')}
    >
      <rect width="1000" height="900" className={styles.deep} />
      {DEPTHS.map((line, depth) => (
        <path key={line.length} d={line} className={styles.depth} data-depth={depth} />
      ))}
      <path d={LAND} className={styles.land} />
      <Graticule />
      <g className={styles.soundings}>
        {SOUNDINGS.map(([x, y, metres]) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {metres}
          </text>
        ))}
      </g>
      <CompassRose x={845} y={775} />
      {COURSES.map((course, index) => (
        <Boat key={course[3].join()} course={course} fade={`${fade}-${index}`} />
      ))}
    </svg>
  );
}

function Graticule() {
  const lines = [0, 1, 2, 3, 4];
  return (
    <g className={styles.graticule}>
      {lines.map((n) => (
        <g key={n}>
          <path d={`M${100 + n * 200} 0V900M0 ${50 + n * 200}H1000`} />
          <path d={`M${100 + n * 200} 0V900`} strokeDasharray="1 19" strokeWidth="7" />
          <path d={`M0 ${50 + n * 200}H1000`} strokeDasharray="1 19" strokeWidth="7" />
        </g>
      ))}
    </g>
  );
}

function CompassRose({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} className={styles.rose}>
      <circle r="62" />
      <circle r="70" strokeDasharray="1 11.217" strokeWidth="9" />
      <path d="M0 -92L9 -9L0 0L-9 -9Z" className={styles.north} />
      <path d="M0 92L9 9L0 0L-9 9ZM92 0L9 9L0 0L9 -9ZM-92 0L-9 9L0 0L-9 -9Z" />
    </g>
  );
}

function Boat({ course, fade }: { readonly course: Course; readonly fade: string }) {
  const { arms, water, rotation } = wakeOf(course);
  const [[startX, startY], , , [x, y]] = course;
  return (
    <g className={styles.boat}>
      <linearGradient id={fade} gradientUnits="userSpaceOnUse" x1={x} y1={y} x2={startX} y2={startY}>
        <stop offset="0" stopColor="currentColor" stopOpacity=".9" />
        <stop offset=".5" stopColor="currentColor" stopOpacity=".3" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={water} fill={`url(#${fade})`} opacity=".16" />
      {arms.map((arm) => (
        <path
          key={arm}
          d={arm}
          fill="none"
          stroke={`url(#${fade})`}
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      ))}
      <path
        d="M17 0C10 7 -4 8 -13 6.5L-13 -6.5C-4 -8 10 -7 17 0Z"
        transform={`translate(${x} ${y}) rotate(${rotation.toFixed(1)})`}
        className={styles.hull}
      />
    </g>
  );
}
