import { ALTITUDE_KINDS, altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';

/** The values that no column of a file has: attributes, and the kind of an altitude that is not above mean sea level. */
export function otherValues({ fix, attributes }: LocatedReport): LocatedReport['attributes'] {
  const kind = altitudeKindOf(fix.altitudeKind);
  return kind === ALTITUDE_KINDS.sea ? attributes : { ...attributes, [ALTITUDE_KIND]: kind };
}

/** Name of the kind of an altitude among the other values. */
export const ALTITUDE_KIND = 'altitudeKind';
