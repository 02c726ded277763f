import { ALARM_TYPES } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { randomInteger } from './random.ts';

/**
 * A random valid report: optional fields may be missing, the position may be anywhere. Values have limited precision.
 */
export function randomReport(random: () => number): Report {
  const maybe = <T>(value: T): T | null => (random() < 0.8 ? value : null);
  const alarm = ALARM_TYPES[randomInteger(random, 0, ALARM_TYPES.length - 1)];
  return {
    // 2000-01-01 to 2099-12-31: the range of two-digit years.
    time: randomInteger(random, 946_771_200, 4_102_358_400) * 1000,
    fix: maybe({
      latitude: randomInteger(random, -90_000_000, 90_000_000) / 1_000_000,
      longitude: randomInteger(random, -180_000_000, 180_000_000) / 1_000_000,
      altitude: maybe(randomInteger(random, -430, 12_000)),
      speed: maybe(randomInteger(random, 0, 2_500) / 10),
      course: maybe(randomInteger(random, 0, 359)),
      accuracy: maybe(randomInteger(random, 0, 500) / 10),
      valid: random() < 0.9,
    }),
    battery: maybe(randomInteger(random, 0, 100)),
    gsm: maybe(randomInteger(random, 0, 100)),
    satellites: maybe(randomInteger(random, 0, 15)),
    alarms: alarm !== undefined && random() < 0.3 ? [alarm] : [],
    attributes: {
      ignition: random() < 0.5,
      ...(random() < 0.5 ? { odometer: randomInteger(random, 0, 4_000_000) * 100 } : {}),
    },
  };
}
