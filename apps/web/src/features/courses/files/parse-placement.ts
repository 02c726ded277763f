import type { PaperPlacement } from '@wakeline/contract/courses/files';

/**
 * Points of a map, one per line: x and y on paper in millimetres, latitude and longitude in degrees, separated by spaces, tabs,
 * commas or semicolons. Null unless there are two valid lines and no invalid one.
 */
export function parsePlacement(text: string): PaperPlacement | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const points = lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map(Number),
  );
  const placement = points.map(
    ([x = Number.NaN, y = Number.NaN, latitude = Number.NaN, longitude = Number.NaN]) => ({
      ...{ x, y, latitude, longitude },
    }),
  );
  const isValid = (point: (typeof placement)[number], values: readonly number[] | undefined) =>
    values?.length === 4 &&
    Object.values(point).every(Number.isFinite) &&
    Math.abs(point.latitude) <= 90 &&
    Math.abs(point.longitude) <= 180;
  return placement.length >= 2 && placement.every((point, at) => isValid(point, points[at]))
    ? placement
    : null;
}
