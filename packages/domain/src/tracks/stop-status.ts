import { chooseStayStatus, findWeakness, type StayStatus } from './stay-status.ts';

/** Metres beyond which the positions of a stop have drifted. */
const DRIFT_METRES = 200;

/** What is stored about a stop. */
export interface StopDetails {
  /** Milliseconds, up to the last fix of a device that still stands. */
  readonly duration: number;
  /** Milliseconds with ignition on; null: not reported. */
  readonly ignition: number | null;
  /** By which its positions differ. */
  readonly metres: number;
  /** The device still stands. */
  readonly isOpen: boolean;
  /** No earlier stop of the device is known. */
  readonly isFirst: boolean;
  /** An SOS, another alarm of `STAY_ALARMS`, that began in it. */
  readonly hasSos: boolean;
  readonly hasAlarm: boolean;
  readonly isAtPoint: boolean;
  readonly isInFence: boolean;
  /** Its last fix, and how long before its end that was; null: it was deleted. */
  readonly lastFix: {
    readonly msBeforeEnd: number;
    readonly satellites: number | null;
    readonly battery: number | null;
    readonly gsm: number | null;
    /** Null: not reported. */
    readonly charging: boolean | null;
  } | null;
}

/**
 * The status of a stop by what is stored about it, with the priorities of a replay. Values that a replay takes of all fixes are
 * those of the last one.
 */
export function stopStatus(stop: StopDetails): StayStatus {
  const { duration, ignition, lastFix } = stop;
  const isMostlyOn = ignition !== null && ignition * 2 > duration;
  return chooseStayStatus({
    sos: stop.hasSos,
    alarm: stop.hasAlarm,
    inactive: lastFix !== null && lastFix.msBeforeEnd * 2 > duration,
    charging: lastFix?.charging === true,
    ...findWeakness(lastFix ?? { satellites: null, battery: null, gsm: null }),
    engineOn: isMostlyOn,
    atPoint: stop.isAtPoint,
    inFence: stop.isInFence,
    engineOff: ignition !== null && !isMostlyOn,
    start: stop.isFirst,
    end: stop.isOpen,
    drift: stop.metres > DRIFT_METRES,
  });
}
