import type { Fix, Report } from '@wakeline/domain/reports/report';

/** A report on a quay in Hamburg, a moment ago, with only the values that a test passes. */
export function report(changes: Partial<Omit<Report, 'fix'>> & { fix?: Partial<Fix> | null } = {}): Report {
  const { fix, ...others } = changes;
  const fullFix: Fix = {
    latitude: 53.5436,
    longitude: 9.9663,
    altitude: 6,
    speed: 0,
    course: 0,
    accuracy: null,
    valid: true,
    ...fix,
  };
  return {
    time: Math.floor(Date.now() / 1_000) * 1_000,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
    ...others,
    fix: fix === null ? null : fullFix,
  };
}
