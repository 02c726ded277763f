/** `5:03`, `1:05:03`; seconds are rounded down. */
export function formatRaceTime(seconds: number): string {
  const total = Math.floor(Math.abs(seconds));
  const [h, m, s] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const text = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return seconds < 0 ? `−${text}` : text;
}

/** `+0:00`, `+1:12`. */
export function formatGap(seconds: number): string {
  return seconds < 0 ? formatRaceTime(seconds) : `+${formatRaceTime(seconds)}`;
}
