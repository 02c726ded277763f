const MINUTE = 60;
const HOUR = 3_600;

/** Seconds as `4:05` or `1:02:03`; fractions are cut off, as in results of races. */
export function formatElapsed(seconds: number): string {
  const total = Math.floor(Math.abs(seconds));
  const sign = seconds <= -1 ? '−' : '';
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(total / HOUR),
    Math.floor((total % HOUR) / MINUTE),
    total % MINUTE,
  ];
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${two(rest)}` : `${sign}${minutes}:${two(rest)}`;
}

/** Seconds behind the leader as `+0:35`; empty for the leader. */
export function formatBehind(seconds: number): string {
  return seconds < 1 ? '' : `+${formatElapsed(seconds)}`;
}
