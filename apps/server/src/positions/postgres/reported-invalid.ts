import { sql } from 'kysely';
import { BIT } from '../packing.ts';

/** Query condition: the receiver reported that a stored position has no valid fix. Bit 9 is in the second byte. */
export const REPORTED_INVALID = sql<boolean>`(length(packed) > 1 and get_byte(packed, 0) >= 128 and get_byte(packed, 1) & ${sql.lit(BIT.notValid >> 7)} <> 0)`;
